import { spawnSync } from 'node:child_process'
import { pinnedEnvironment, root, tool } from './paths.mjs'

const trailer = 'Breaking-Change'

/**
 * Compares the contracts with those of main, on main itself with those of the commit before. Returns 0 if no caller breaks, or if
 * the message of a commit in between has the trailer; a text if there is nothing to compare with.
 */
export function contractsAreCompatible(folder = root) {
  const run = (program, args) =>
    spawnSync(program, args, { cwd: folder, env: pinnedEnvironment(), encoding: 'utf8' })
  const git = (...args) => run('git', args).stdout.trim()

  const branchPoint = git('merge-base', 'HEAD', 'main')
  const isBranch = branchPoint !== '' && branchPoint !== git('rev-parse', 'HEAD')
  const base = isBranch ? branchPoint : git('rev-parse', '--quiet', '--verify', 'HEAD~1')
  if (base === '') return 'no earlier commit to compare with'
  const compared = run(tool('buf'), ['breaking', 'proto', '--against', `.git#ref=${base},subdir=proto`])
  if (compared.status === 0) return 0
  console.log(`${compared.stdout}${compared.stderr}`)
  const reasons = git('log', `--format=%(trailers:key=${trailer},valueonly,separator=%n)`, `${base}..HEAD`)
  if (reasons !== '') {
    console.log(`allowed by the commit message: ${reasons}`)
    return 0
  }
  console.log(
    `If this is deliberate, add to the message of the commit: ${trailer}: REASON (docs/contributing.md)`,
  )
  return 1
}
