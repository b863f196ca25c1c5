import Mocha from 'mocha'

/** The spec reporter, followed by one line of counts that scripts read: `N passed, N failed, N skipped`. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats
      process.stdout.write(`${passes} passed, ${failures} failed, ${pending} skipped\n`)
    })
  }
}
