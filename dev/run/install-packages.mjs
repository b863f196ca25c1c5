import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runChild } from './child.mjs'
import { inRoot, pathWithoutTools, pinnedEnvironment, pinnedNode, root } from './paths.mjs'
import { withLock } from './prepare-lock.mjs'

/** Linters and generators for docs/openapi.json. They have a lock of their own: `npm start` does not need them. */
export const apiTools = inRoot('dev', 'api-tools')

/** Runs `npm ci` unless the packages of package-lock.json are installed. */
export async function installPackages() {
  if (isInstalled()) return
  await withLock(async () => {
    if (isInstalled()) return
    console.error('installing packages (npm ci)')
    await npm(pathWithoutTools(), 'ci')
    // If npm is configured to run no install scripts, the pinned Node is still missing.
    if (!existsSync(pinnedNode)) await npm(pathWithoutTools(), 'rebuild', 'node', '--ignore-scripts=false')
    if (!existsSync(pinnedNode))
      throw new Error('npm installed no node_modules/node/bin/node. Try: npm rebuild node')
  })
}

export const installApiTools = () => installFolder(apiTools, 'the tools for the API document')

/** Only for `npm run bench`. */
export const installPeers = () =>
  installFolder(inRoot('bench', 'peers', 'better-auth'), 'Better Auth for the benchmarks')

/** With the pinned Node, because some of these packages do not support older ones. */
async function installFolder(folder, what) {
  if (hasPackagesOfLock(folder)) return
  await withLock(async () => {
    if (hasPackagesOfLock(folder)) return
    console.error(`installing ${what} (npm ci in ${relative(root, folder)})`)
    await npm(pinnedEnvironment().PATH, 'ci', '--ignore-scripts', '--prefix', folder)
  })
}

export function isInstalled() {
  return existsSync(pinnedNode) && hasPackagesOfLock(root)
}

/** Compares package-lock.json with the list that npm writes at the end of an installation. */
function hasPackagesOfLock(folder) {
  const installedLock = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installedLock)) return false
  const present = packagesOf(installedLock)
  return Object.entries(packagesOf(join(folder, 'package-lock.json')))
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.optional)
    .every(([path, entry]) => present[path]?.version === entry.version)
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

async function npm(path, ...args) {
  const env = { ...process.env, PATH: path }
  const code = await runChild('npm', args, { env, stdio: ['inherit', 2, 2] })
  if (code !== 0) throw Object.assign(new Error(`npm ${args.join(' ')} failed`), { exitCode: code })
}
