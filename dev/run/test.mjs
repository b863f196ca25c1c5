import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countsOf, describeFailures } from '../testing/summary.mjs'
import { runNode } from './child.mjs'
import { inRoot } from './paths.mjs'
import { describeProfile } from './profile.mjs'

const mocha = inRoot('node_modules', 'mocha', 'bin', 'mocha.js')
/** Tests of times run after all others, one file at a time. */
const configs = ['.mocharc.mjs', 'dev/testing/timing.mocharc.mjs']

/** Runs all tests, or those in the given files. The last line counts those of all runs. `--profile` prints what each file costs. */
export async function test(args) {
  if (args.some((arg) => arg.endsWith('.test.ts'))) return runNode(mocha, ...args)
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-reports-'))
  try {
    return await runAll(args, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runAll(given, folder) {
  const args = given.filter((arg) => arg !== '--profile')
  const profile = join(folder, 'profile.ndjson')
  if (args.length < given.length) process.env.GATEHOUSE_TEST_PROFILE = profile
  const reports = []
  let exitCode = 0
  for (const [index, config] of configs.entries()) {
    const file = join(folder, `${index}.json`)
    const code = await runNode(
      mocha,
      '--config',
      inRoot(config),
      '--reporter-option',
      `report=${file}`,
      ...args,
    )
    // It was interrupted, or broke before it could count.
    if (!existsSync(file)) return code || 1
    exitCode ||= code
    reports.push(JSON.parse(readFileSync(file, 'utf8')))
  }
  if (existsSync(profile)) console.log(describeProfile(profile))
  console.log(`${describeFailures(reports)}\n${countsOf(reports)}`)
  return exitCode
}
