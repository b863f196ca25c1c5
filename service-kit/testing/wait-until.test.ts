import { expect } from 'chai'
import { until } from './wait-until.ts'

describe('until', () => {
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: Error) => error,
    )

  it('returns the first result that is not false, also undefined, zero and null', async () => {
    for (const value of ['a', 0, '', null, undefined]) {
      const results = [false, false, value]
      expect(await until(() => results.shift(), { everyMs: 1 })).to.equal(value)
      expect(results).to.deep.equal([])
    }
  })

  it('repeats an attempt that throws, and rejects with its last error', async () => {
    let attempts = 0
    const error = await failure(
      until(
        async () => {
          attempts += 1
          throw new Error(`attempt ${attempts}`)
        },
        { timeoutMs: 20, everyMs: 1 },
      ),
    )
    expect(attempts).to.be.above(1)
    expect(error).to.have.property('message', `attempt ${attempts}`)
  })

  it('rejects with what it waits for', async () => {
    const missing = ['a', 'b']
    const isComplete = () => missing.length === 0
    const shown = await failure(until(isComplete, { timeoutMs: 1, show: () => missing }))
    expect(shown).to.have.property('message', 'Not within 1 ms: ["a","b"]')
    const unnamed = await failure(until(isComplete, { timeoutMs: 1 }))
    expect(unnamed).to.have.property('message').contain('missing.length === 0')
  })
})
