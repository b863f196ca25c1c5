import { expect } from 'chai'
import { backgroundCalls } from './background-calls.ts'

describe('background calls', () => {
  /** A call that fails the given number of times. */
  function failing(failures: number) {
    const calls = { tried: 0, failed: [] as unknown[] }
    const attempt = async () => {
      calls.tried += 1
      if (calls.tried <= failures) throw new Error(`failure ${calls.tried}`)
    }
    return Object.assign(calls, { attempt, onFailure: (error: unknown) => void calls.failed.push(error) })
  }

  for (const [failures, tried] of [
    [0, 1],
    [1, 2],
    [2, 3],
  ] as const) {
    it(`end with success after ${failures} failures`, async () => {
      const [background, call] = [backgroundCalls({ pauseMs: 1 }), failing(failures)]
      await background.run(call.attempt, call.onFailure)
      await background.close()
      expect([call.tried, call.failed]).to.deep.equal([tried, []])
    })
  }

  it('report the last of three failures, once', async () => {
    const [background, call] = [backgroundCalls({ pauseMs: 1 }), failing(10)]
    await background.run(call.attempt, call.onFailure)
    await background.close()
    expect([call.tried, String(call.failed)]).to.deep.equal([3, 'Error: failure 3'])
  })

  it('report a failure before the first promise', async () => {
    const [background, call] = [backgroundCalls({ pauseMs: 1 }), failing(0)]
    const attempt = (): Promise<unknown> => {
      throw new Error('at once')
    }
    await background.run(attempt, call.onFailure)
    await background.close()
    expect(String(call.failed)).to.equal('Error: at once')
  })

  it('can be waited for until their first try', async () => {
    const [background, call] = [backgroundCalls(), failing(1)]
    await background.run(call.attempt, call.onFailure)
    expect(call.tried).to.equal(1)
    await background.close()
  })

  it('are repeated without a pause while the process ends', async () => {
    const [background, call] = [backgroundCalls({ pauseMs: 3_600_000 }), failing(10)]
    await background.run(call.attempt, call.onFailure)
    await background.close()
    expect(call.tried).to.equal(3)
  })

  it('fail at once above their limit, and not after others ended', async () => {
    const background = backgroundCalls({ pauseMs: 3_600_000, maxRunning: 2 })
    const calls = [failing(1), failing(1), failing(0)]
    for (const call of calls) await background.run(call.attempt, call.onFailure)
    expect(calls.map(({ tried, failed }) => [tried, failed.length])).to.deep.equal([
      [1, 0],
      [1, 0],
      [0, 1],
    ])
    await background.close()
    const later = failing(0)
    await background.run(later.attempt, later.onFailure)
    expect(later.tried).to.equal(1)
  })
})
