import { expect } from 'chai'
import Mocha from 'mocha'
import { currentTest, setCurrentTest } from './running-test.ts'
import { startTimer, withinMs } from './within-ms.ts'

describe('withinMs', () => {
  it('returns the result of work that is fast enough', async () => {
    expect(await withinMs(60_000, async () => 'done')).to.equal('done')
  })

  it('rejects with the error of the work', async () => {
    const error = await withinMs(60_000, () => Promise.reject(new Error('broken'))).catch((cause) => cause)
    expect(error).to.have.property('message', 'broken')
  })

  it('fails a test that is too slow on an idle machine, and does not repeat it', async () => {
    expect(await outcomesOf({ elapsed: 100, pressure: 0 })).to.deep.equal([
      'failed: Took 100 ms; the limit is 60 ms.',
    ])
  })

  it('fails a test that would be too slow also without the pressure', async () => {
    expect(await outcomesOf({ elapsed: 100, pressure: 40 })).to.deep.equal([
      'failed: Took 100 ms; the limit is 60 ms.',
    ])
  })

  it('passes a test that is fast enough in spite of the pressure', async () => {
    expect(await outcomesOf({ elapsed: 59, pressure: 59 })).to.deep.equal(['passed'])
  })

  it('repeats a test that was slow under pressure, and skips it after three times', async () => {
    const busy = { elapsed: 100, pressure: 41 }
    expect(await outcomesOf(busy, { elapsed: 10, pressure: 0 })).to.deep.equal(['repeated', 'passed'])
    expect(await outcomesOf(busy, busy, { elapsed: 61, pressure: 0 })).to.deep.equal([
      'repeated',
      'repeated',
      'failed: Took 61 ms; the limit is 60 ms.',
    ])
    expect(await outcomesOf(busy, busy, busy, busy)).to.deep.equal([
      'repeated',
      'repeated',
      'skipped: is measured (machine too busy)',
    ])
  })
})

type Sample = { elapsed: number; pressure: number }

/** Runs a test that takes these times, with a limit of 60 ms, in a mocha of its own. */
async function outcomesOf(...samples: Sample[]): Promise<string[]> {
  const mocha = new Mocha({ reporter: 'min' })
  mocha.suite.addTest(
    new Mocha.Test('is measured', () => {
      const sample = samples.shift() ?? expect.fail('no further run')
      let isOver = false
      const timer = startTimer({
        elapsedMs: () => (isOver ? sample.elapsed : 0),
        pressureMs: () => (isOver ? sample.pressure : 0),
      })
      isOver = true
      timer.assertBelow(60)
    }),
  )
  const outer = currentTest()
  mocha.suite.beforeEach('set the test', function () {
    setCurrentTest(this.currentTest)
  })
  const outcomes: string[] = []
  const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_RETRY, EVENT_TEST_PENDING } = Mocha.Runner.constants
  const runner = new Mocha.Runner(mocha.suite, { cleanReferencesAfterRun: true })
  runner.on(EVENT_TEST_PASS, () => outcomes.push('passed'))
  runner.on(EVENT_TEST_RETRY, () => outcomes.push('repeated'))
  runner.on(EVENT_TEST_PENDING, ({ title }) => outcomes.push(`skipped: ${title}`))
  runner.on(EVENT_TEST_FAIL, (_, { message }) => outcomes.push(`failed: ${message}`))
  await new Promise((resolve) => runner.run(resolve))
  setCurrentTest(outer)
  return outcomes
}
