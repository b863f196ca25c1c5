// Runs while an image is built: deletes what production does not need, and fails if the rest exceeds its budget.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

// webhook-service contains libvips for avatars, 19 MB.
const budgetMb = { gateway: 30, 'auth-service': 40, 'session-service': 25, 'webhook-service': 46, admin: 25 }
const [folder = '', service = ''] = process.argv.slice(2)
const packages = ['proto', 'service-kit', 'guild-directory', service]
const kept = ['node_modules', 'package.json', 'package-lock.json', 'sbom.json', ...packages]
const keptOfPackage = ['package.json', 'dist', 'docs-site', 'node_modules']
const unneededFile = /\.(map|ts|mts|cts|tsbuildinfo)$|\.test\.m?js$/
const unneededFolder = /^(test|tests|__tests__|testing|\.bin|\.cache)$/

const remove = (path) => rmSync(path, { recursive: true, force: true })
const entries = (path) => readdirSync(path, { withFileTypes: true })

function keepOnly(path, names) {
  for (const name of readdirSync(path)) if (!names.includes(name)) remove(join(path, name))
}

/** Returns the bytes that are left. */
function prune(path) {
  let bytes = 0
  for (const entry of entries(path)) {
    const child = join(path, entry.name)
    if (entry.isDirectory() ? isUnneededFolder(child) : unneededFile.test(entry.name)) remove(child)
    else bytes += entry.isDirectory() ? prune(child) : lstatSync(child).size
  }
  return bytes
}

function isUnneededFolder(path) {
  const isOtherPlatform =
    /\/prebuilds\/[^/]+$/.test(path) && !basename(path).startsWith(`${process.platform}-${process.arch}`)
  return unneededFolder.test(basename(path)) || isOtherPlatform
}

keepOnly(folder, kept)
for (const name of packages)
  keepOnly(join(folder, name), name === 'proto' ? [...keptOfPackage, 'gen'] : keptOfPackage)
const own = join(folder, 'node_modules', '@gatehouse')
for (const name of readdirSync(own)) if (!packages.includes(name)) remove(join(own, name))

const megabytes = Math.ceil(prune(folder) / 1e6)
console.log(`${service}: ${megabytes} MB of ${budgetMb[service]} MB`)
for (const entry of entries(join(folder, 'node_modules')))
  if (['npm', 'typescript', 'mocha'].includes(entry.name))
    throw new Error(`${relative(folder, join(folder, 'node_modules', entry.name))} is not for production`)
if (!(megabytes <= budgetMb[service]))
  throw new Error(`${service} exceeds its budget of ${budgetMb[service]} MB`)
