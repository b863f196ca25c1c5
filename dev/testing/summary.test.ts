import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'

const script = join(import.meta.dirname, 'summary.mjs')

/** Calls a function of summary.mjs, which is JavaScript because reporters of mocha are. */
function summarize(name: 'countsOf' | 'describeFailures', reports: unknown): string {
  const program = `
    const summary = await import(${JSON.stringify(script)})
    process.stdout.write(summary.${name}(${JSON.stringify(reports)}))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
}

describe('the summary of test runs', () => {
  it('adds up the counts of the runs', () => {
    const reports = [
      { passed: 5, failed: 1, skipped: 2, failures: [] },
      { passed: 3, failed: 0, skipped: 1, failures: [] },
    ]
    expect(summarize('countsOf', reports)).to.equal('8 passed, 1 failed, 3 skipped')
  })

  it('names the file of a failed test, the command that runs it alone, and the load meanwhile', () => {
    const machine = { load: 12.34, waitingShare: 0.876, stolenShare: 0 }
    const failure = {
      file: join(process.cwd(), 'a', 'one.test.ts'),
      title: "a person's session is over",
      isHook: false,
      message: 'expected 1 to equal 2\n+ expected - actual',
      machine,
    }
    expect(summarize('describeFailures', [{ failures: [failure] }]).split('\n')).to.deep.equal([
      "a/one.test.ts: a person's session is over",
      '  expected 1 to equal 2',
      "  npx mocha a/one.test.ts -f 'a person'\\''s session is over'",
      '  meanwhile: load 12.3, tasks waited for a processor 88 % of the time, 0 % stolen',
      '',
    ])
  })

  it('names the whole file of a failed hook', () => {
    const failure = { file: join(process.cwd(), 'one.test.ts'), title: '"before all" hook', message: 'x' }
    const described = summarize('describeFailures', [{ failures: [{ ...failure, isHook: true }] }])
    expect(described.split('\n')).to.include('  npx mocha one.test.ts')
  })
})
