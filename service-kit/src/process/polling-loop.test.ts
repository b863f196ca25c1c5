import { mock } from 'node:test'
import { expect } from 'chai'
import { pollingLoop } from './polling-loop.ts'

const backoff = { minMs: 50, maxMs: 150 }
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a polling loop', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  /** `outcomes`: what each run returns, or the error that it throws; 1000 after them. */
  function started(outcomes: (number | Error)[], options: { startsAfterMs?: number; drains?: boolean } = {}) {
    const log: string[] = []
    const loop = pollingLoop({
      work: async () => {
        log.push('run')
        const outcome = outcomes.shift() ?? 1000
        await settled()
        if (outcome instanceof Error) throw outcome
        return outcome
      },
      backoff,
      onFailure: (error, failures) => log.push(`${(error as Error).message} ${failures}`),
      onRecovery: () => log.push('recovered'),
      ...options,
    })
    return {
      loop,
      /** What happens in this time. */
      async after(milliseconds: number): Promise<string[]> {
        mock.timers.tick(milliseconds)
        for (let turn = 0; turn < 10; turn += 1) await settled()
        return log.splice(0)
      },
    }
  }

  it('runs at once, and again after what a run returned', async () => {
    const { loop, after } = started([0, 30])
    expect(await after(0)).to.deep.equal(['run', 'run'])
    expect(await after(29)).to.deep.equal([])
    expect(await after(1)).to.deep.equal(['run'])
    await loop.close()
  })

  it('runs for the first time after a delay, unless it is closed', async () => {
    const { loop, after } = started([], { startsAfterMs: 20 })
    expect(await after(19)).to.deep.equal([])
    expect(await after(1)).to.deep.equal(['run'])
    await loop.close()
    const closed = started([], { startsAfterMs: 20 })
    await closed.loop.close()
    expect(await closed.after(20)).to.deep.equal([])
  })

  it('rests until it is woken', async () => {
    const { loop, after } = started([Number.POSITIVE_INFINITY, 1000])
    expect(await after(10_000_000)).to.deep.equal(['run'])
    loop.wake()
    loop.wake()
    expect(await after(0)).to.deep.equal(['run'])
    await loop.close()
  })

  it('runs again at once if it is woken during a run', async () => {
    let runs = 0
    const loop = pollingLoop({
      work: async () => {
        runs += 1
        if (runs === 1) setImmediate(() => loop.wake())
        await settled()
        return Number.POSITIVE_INFINITY
      },
      backoff,
      onFailure: () => expect.fail('it failed'),
    })
    for (let turn = 0; turn < 10; turn += 1) await settled()
    expect(runs).to.equal(2)
    await loop.close()
  })

  it('waits longer after each failure in a row, which no wake shortens', async () => {
    const errors = ['a', 'b', 'c', 'd'].map((message) => new Error(message))
    const { loop, after } = started([...errors, 10, new Error('e')])
    expect(await after(0)).to.deep.equal(['run', 'a 1'])
    loop.wake()
    expect(await after(49)).to.deep.equal([])
    expect(await after(1)).to.deep.equal(['run', 'b 2'])
    expect(await after(99)).to.deep.equal([])
    expect(await after(1)).to.deep.equal(['run', 'c 3'])
    expect(await after(150)).to.deep.equal(['run', 'd 4'])
    expect(await after(150)).to.deep.equal(['run', 'recovered'])
    expect(await after(10)).to.deep.equal(['run', 'e 1'])
    await loop.close()
  })

  it('closes after the run in progress, while it rests and after failures', async () => {
    for (const outcomes of [[0, 0, 0], [1000], [new Error('a')]]) {
      const { loop, after } = started(outcomes)
      await Promise.resolve()
      await loop.close()
      expect((await after(10_000)).filter((entry) => entry === 'run')).to.have.length(1)
    }
  })

  it('aborts the signal of its runs when it is closed', async () => {
    let signal: AbortSignal | undefined
    const loop = pollingLoop({
      work: async (given) => {
        signal = given
        return 1000
      },
      backoff,
      onFailure: () => expect.fail('it failed'),
    })
    await settled()
    expect(signal?.aborted).to.equal(false)
    await loop.close()
    expect(signal?.aborted).to.equal(true)
  })

  it('drains until it is idle or fails', async () => {
    const rested = started([1000, 0, 0, 0, 1000], { drains: true })
    expect(await rested.after(0)).to.deep.equal(['run'])
    await rested.loop.close()
    expect(await rested.after(10_000)).to.deep.equal(['run', 'run', 'run', 'run'])
    const failed = started([1000, 0, new Error('a'), 0], { drains: true })
    await failed.after(0)
    await failed.loop.close()
    expect(await failed.after(10_000)).to.deep.equal(['run', 'run', 'a 1'])
  })
})
