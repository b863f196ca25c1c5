import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from './compile.mjs'
import { inRoot, root } from './paths.mjs'
import { alone } from './prepare-lock.mjs'

const stamp = inRoot('node_modules', '.gatehouse-build')
const notSource = new Set(['node_modules', 'dist', '.git', '.data'])

/** Emits JavaScript with `tsc -b` when a source changed since the last time. */
export async function buildSources() {
  if (isBuilt()) return
  await alone(async () => {
    if (isBuilt()) return
    console.error('building (tsc -b)')
    const before = fingerprint()
    const code = await compile()
    if (code !== 0) throw Object.assign(new Error('the build failed, see above'), { exitCode: code })
    writeFileSync(stamp, before)
  })
}

/** Whether dist/ was emitted from the sources as they are now. */
export function isBuilt() {
  return existsSync(stamp) && everyDist().every(existsSync) && readFileSync(stamp, 'utf8') === fingerprint()
}

/** Where `tsc -b` notes what it emitted: whoever deletes a dist folder deletes this with it. */
function everyDist() {
  const { references } = JSON.parse(readFileSync(inRoot('tsconfig.json'), 'utf8'))
  return references
    .filter(({ path }) => !path.endsWith('/test'))
    .map(({ path }) => inRoot(path, 'dist', '.tsbuildinfo'))
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sources(root)) {
    const { mtimeMs, size } = statSync(file)
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notSource.has(entry.name)) return []
    if (entry.isDirectory()) return sources(join(folder, entry.name))
    return /\.ts$|^tsconfig.*\.json$|^package(-lock)?\.json$/.test(entry.name)
      ? [join(folder, entry.name)]
      : []
  })
}
