import { existsSync, readFileSync } from 'node:fs'
import { runChild } from './child.mjs'
import { inRoot, pathWithoutTools, pinnedNode } from './paths.mjs'
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

/** Compares package-lock.json with the list that npm writes at the end of an installation. */
export function isInstalled() {
  const installedLock = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(pinnedNode) || !existsSync(installedLock)) return false
  const present = packagesOf(installedLock)
  return Object.entries(packagesOf(inRoot('package-lock.json')))
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.optional)
    .every(([path, entry]) => present[path]?.version === entry.version)
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

async function npm(...args) {
  const env = { ...process.env, PATH: pathWithoutTools() }
  const code = await runChild('npm', args, { env, stdio: ['inherit', 2, 2] })
  if (code !== 0) throw Object.assign(new Error(`npm ${args.join(' ')} failed`), { exitCode: code })
}
