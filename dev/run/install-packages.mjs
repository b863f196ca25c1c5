import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './child.mjs'
import { apiTools, pathWithoutTools, pinnedEnvironment, pinnedNode, root } from './paths.mjs'
import { withLock } from './prepare-lock.mjs'

/** Runs `npm ci` unless the packages of package-lock.json are installed. */
export async function installPackages() {
  if (isInstalled()) return
  await withLock(async () => {
    if (isInstalled()) return
    console.error('installing packages (npm ci)')
    await npm('ci')
    // If npm is configured to run no install scripts, the pinned Node is still missing.
    if (!existsSync(pinnedNode)) await npm('rebuild', 'node', '--ignore-scripts=false')
    if (!existsSync(pinnedNode))
      throw new Error('npm installed no node_modules/node/bin/node. Try: npm rebuild node')
  })
}

/** Installs the linters and generators for docs/openapi.json, which are no workspace: only `check` and `generate` use them. */
export async function installApiTools() {
  if (matchesLock(apiTools)) return
  await withLock(async () => {
    if (matchesLock(apiTools)) return
    console.error('installing dev/api-tools (npm ci)')
    await npm('ci', '--prefix', apiTools)
  })
}

export function isInstalled() {
  return existsSync(pinnedNode) && matchesLock(root)
}

/** Compares package-lock.json with the list that npm writes at the end of an installation. */
function matchesLock(folder) {
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

async function npm(...args) {
  // The root installation replaces the pinned Node; the tools need it.
  const env = args.includes(apiTools) ? pinnedEnvironment() : { ...process.env, PATH: pathWithoutTools() }
  const code = await runChild('npm', args, { env, stdio: ['inherit', 2, 2] })
  if (code !== 0) throw Object.assign(new Error(`npm ${args.join(' ')} failed`), { exitCode: code })
}
