import { capture } from './capture.mjs'
import { root, tool } from './paths.mjs'

const trailer = 'Breaking-Change'
const storedForms = 'e2e/upgrade/stored-forms.json'
const nothingToCompare = { status: null, output: 'no earlier commit to compare with' }

/**
 * Compares the contracts with those of main, on main itself with those of the commit before. Passes if no caller breaks, or if the
 * message of a commit in between has the trailer; is skipped (status null) if there is nothing to compare with.
 */
export async function contractsAreCompatible(folder = root) {
  const git = gitIn(folder)
  const base = await baseOf(git)
  if (base === '') return nothingToCompare
  const against = ['--against', `.git#ref=${base},subdir=proto`]
  const compared = await capture(tool('buf'), ['breaking', 'proto', ...against], { cwd: folder })
  if (compared.status === 0) return compared
  const format = `--format=%(trailers:key=${trailer},valueonly,separator=%n)`
  const reasons = await git('log', format, `${base}..HEAD`)
  if (reasons !== '') return { status: 0, output: `allowed by the commit message: ${reasons}` }
  const advice = `If this is deliberate, add to the message of the commit: ${trailer}: REASON (docs/contributing.md)`
  return { status: 1, output: `${compared.output}${advice}` }
}

/** Passes if CHANGELOG.md changed since the same commit, or if the list of what is stored did not. */
export async function storedFormsAreDescribed(folder = root) {
  const git = gitIn(folder)
  const base = await baseOf(git)
  if (base === '') return nothingToCompare
  const changed = (await git('diff', '--name-only', base)).split('\n')
  if (!changed.includes(storedForms) || changed.includes('CHANGELOG.md')) return { status: 0, output: '' }
  return { status: 1, output: `${storedForms} changed: describe it in CHANGELOG.md (docs/contributing.md)` }
}

function gitIn(cwd) {
  return async (...args) => (await capture('git', args, { cwd })).stdout.trim()
}

/** Empty if there is none. */
async function baseOf(git) {
  const branchPoint = await git('merge-base', 'HEAD', 'main')
  const isBranch = branchPoint !== '' && branchPoint !== (await git('rev-parse', 'HEAD'))
  return isBranch ? branchPoint : git('rev-parse', '--quiet', '--verify', 'HEAD~1')
}
