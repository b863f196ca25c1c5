import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { runChild } from './child.mjs'
import { foreignPath, inRoot, pinnedNode } from './paths.mjs'
import { alone } from './prepare-lock.mjs'

const lockFile = inRoot('package-lock.json')
const stamp = inRoot('node_modules', '.gatehouse-lock')
const installedLock = inRoot('node_modules', '.package-lock.json')

/** Installs what package-lock.json says, unless it is there already. */
export async function installPackages() {
  if (isInstalled()) return
  await alone(async () => {
    if (isInstalled()) return
    console.error('installing packages (npm ci)')
    await npm('ci')
    // npm may have been told to run no install scripts, but without this one there is no Node to go on with.
    if (!existsSync(pinnedNode)) await npm('rebuild', 'node', '--ignore-scripts=false')
    if (!existsSync(pinnedNode))
      throw new Error('npm installed no node_modules/node/bin/node. Try: npm rebuild node')
    writeFileSync(stamp, lockHash())
  })
}

/** Whether node_modules holds what package-lock.json says. */
export function isInstalled() {
  if (!existsSync(pinnedNode)) return false
  const hash = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true
  if (!agreesWithLock()) return false
  writeFileSync(stamp, hash)
  return true
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex')
}

/** Packages installed by hand (`npm install`) need no second installation: npm notes what it put there. */
function agreesWithLock() {
  if (!existsSync(installedLock)) return false
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  const present = JSON.parse(readFileSync(installedLock, 'utf8')).packages
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.optional)
    .every(([path, entry]) => present[path] && present[path].version === entry.version)
}

async function npm(...args) {
  const code = await runChild('npm', args, {
    env: { ...process.env, PATH: foreignPath() },
    stdio: ['inherit', 2, 2],
  })
  if (code === 0) return
  throw Object.assign(new Error(`npm ${args.join(' ')} failed`), { exitCode: code })
}
