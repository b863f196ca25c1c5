import { existsSync } from 'node:fs'
import { runChild } from './child.mjs'
import { inRoot, tool } from './paths.mjs'
import { withLock } from './prepare-lock.mjs'

const errorCodes = new Set([1, 2])
/** All packages depend on this one. */
const firstBuilt = inRoot('proto', 'dist', '.tsbuildinfo')

/**
 * Runs `tsc -b`; returns its exit code. Errors count only if a build from nothing has them too: TypeScript 7.0 keeps a
 * declaration when a type it repeats changed two files away, and then rejects correct sources.
 */
export async function compile(runTsc = runCompiler, wasBuilt = existsSync(firstBuilt)) {
  const code = await runTsc('-b')
  if (!errorCodes.has(code) || !wasBuilt) return code
  console.error('building again from nothing, in case the errors come from an older build')
  return runTsc('-b', '--force')
}

export async function buildSources() {
  const code = await withLock(() => compile())
  if (code !== 0) throw Object.assign(new Error('The build failed, see above.'), { exitCode: code })
}

function runCompiler(...args) {
  return runChild(tool('tsc'), args, { stdio: ['inherit', 2, 2] })
}
