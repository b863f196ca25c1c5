import { runChild } from './child.mjs'
import { tool } from './paths.mjs'

/** What tsc ends with when it found errors. */
const errorCodes = new Set([1, 2])

/**
 * `tsc -b`; answers its exit code. An error counts only once a build from nothing finds it too: TypeScript 7.0 keeps a
 * declaration when a type it repeats changed two files away, and then refuses sources that are right.
 */
export async function compile(runTsc = runCompiler) {
  const code = await runTsc('-b')
  if (!errorCodes.has(code)) return code
  console.error('building anew, in case the errors come from an older build')
  return runTsc('-b', '--force')
}

function runCompiler(...args) {
  return runChild(tool('tsc'), args, { stdio: ['inherit', 2, 2] })
}
