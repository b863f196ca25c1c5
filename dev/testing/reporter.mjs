import { writeFileSync } from 'node:fs'
import Mocha from 'mocha'
import { countsOf, describeFailures } from './summary.mjs'

/**
 * The spec reporter, followed by the failed tests and one line of counts that scripts read: `N passed, N failed, N skipped`. With
 * the option `report=FILE` these are written to a file, for a summary of several runs.
 */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    const { EVENT_TEST_FAIL, EVENT_RUN_END } = Mocha.Runner.constants
    const failed = []
    runner.on(EVENT_TEST_FAIL, (test, error) => failed.push({ test, error }))
    runner.once(EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats
      const report = { passed: passes, failed: failures, skipped: pending, failures: failed.map(failureOf) }
      const { report: file } = options.reporterOptions ?? {}
      if (file) writeFileSync(file, JSON.stringify(report))
      else process.stdout.write(`${describeFailures([report])}\n${countsOf([report])}\n`)
    })
  }
}

/** At the end: a root hook adds the state of the machine after the failure. */
function failureOf({ test, error }) {
  return {
    file: test.file,
    title: test.fullTitle(),
    isHook: test.type === 'hook',
    message: String(error.message),
    machine: error.machine,
  }
}
