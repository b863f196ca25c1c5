import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { waitingLines } from './waiting-lines.ts'

const never = new AbortController().signal
const busy = async () => null

describe('waitingLines', () => {
  it('lets the first in line retry when it is woken, and the next ones after it', async () => {
    const lines = waitingLines({ pollMs: 60_000 })
    const retries: number[] = []
    let free = 0
    const take = (index: number) => async () => {
      retries.push(index)
      return free-- > 0 ? index : null
    }
    const waits = [0, 1, 2].map((index) => lines.wait('ann', take(index), never))
    await setTimeout(0)
    expect(retries).to.deep.equal([0])
    free = 2
    lines.wake('bob')
    await setTimeout(0)
    expect(retries).to.deep.equal([0])
    lines.wake('ann')
    expect(await Promise.all(waits.slice(0, 2))).to.deep.equal([0, 1])
    free = 1
    lines.wake('ann')
    expect(await waits[2]).to.equal(2)
    expect(retries).to.deep.equal([0, 0, 1, 2, 2])
  })

  it('retries without being woken, one caller at a time, for outcomes in other processes', async () => {
    const lines = waitingLines({ pollMs: 1 })
    let [running, most, retries] = [0, 0, 0]
    const retry = async () => {
      running += 1
      most = Math.max(most, running)
      await setTimeout(0)
      running -= 1
      return ++retries > 5 ? 'taken' : null
    }
    const waits = Array.from({ length: 4 }, () => lines.wait('ann', retry, never))
    expect(await Promise.all(waits)).to.deep.equal(Array(4).fill('taken'))
    expect([most, retries]).to.deep.equal([1, 9])
  })

  it('refuses at once beyond its bounds, each line and all together', async () => {
    const lines = waitingLines({ max: 3, maxEach: 2, maxWaitMs: 20, pollMs: 5 })
    const waiting = ['ann', 'ann', 'bob'].map((name) => lines.wait(name, busy, never))
    const retry = () => expect.fail('took a place that there was not')
    expect(await lines.wait('ann', retry, never)).to.equal(null)
    expect(await lines.wait('eve', retry, never)).to.equal(null)
    expect(await counts(lines)).to.deep.equal([3, { full: 2 }])
    expect(await Promise.all(waiting)).to.deep.equal([null, null, null])
    expect(await counts(lines)).to.deep.equal([0, { full: 2, expired: 3 }])
    expect(await lines.wait('ann', async () => 'taken', never)).to.equal('taken')
  })

  it('stops when the caller is gone, and goes on after a retry that failed', async () => {
    const lines = waitingLines({ maxWaitMs: 60_000, pollMs: 60_000 })
    const caller = new AbortController()
    const left = lines.wait('ann', busy, caller.signal)
    const failing = lines.wait('ann', () => Promise.reject(new Error('store away')), never)
    const last = lines.wait('ann', async () => 'taken', never)
    caller.abort()
    expect(await left).to.equal(null)
    expect(await failing.catch((error: Error) => error.message)).to.equal('store away')
    expect(await last).to.equal('taken')
    expect((await counts(lines))[0]).to.equal(0)
  })
})

async function counts({ metrics: [waiting, waits] }: ReturnType<typeof waitingLines>) {
  const outcomes = (await waits.get()).values.map(({ labels, value }) => [labels.outcome, value])
  return [(await waiting.get()).values[0]?.value, Object.fromEntries(outcomes)]
}
