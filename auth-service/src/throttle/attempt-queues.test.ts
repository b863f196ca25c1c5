import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { attemptQueues } from './attempt-queues.ts'

const never = new AbortController().signal
const busy = async () => null

describe('attempt queues', () => {
  it('retries the first caller when it is woken, then the next ones', async () => {
    const queues = attemptQueues({ pollMs: 60_000 })
    const retries: number[] = []
    let free = 0
    const take = (index: number) => async () => {
      retries.push(index)
      return free-- > 0 ? index : null
    }
    const waits = [0, 1, 2].map((index) => queues.wait('ann', take(index), never))
    await setTimeout(0)
    expect(retries).to.deep.equal([0])
    free = 2
    queues.wake('bob')
    await setTimeout(0)
    expect(retries).to.deep.equal([0])
    queues.wake('ann')
    expect(await Promise.all(waits.slice(0, 2))).to.deep.equal([0, 1])
    free = 1
    queues.wake('ann')
    expect(await waits[2]).to.equal(2)
    expect(retries).to.deep.equal([0, 0, 1, 2, 2])
  })

  it('retries one caller at a time without being woken, for outcomes in other processes', async () => {
    const queues = attemptQueues({ pollMs: 1 })
    let [running, maxRunning, retries] = [0, 0, 0]
    const retry = async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await setTimeout(0)
      running -= 1
      return ++retries > 5 ? 'taken' : null
    }
    const waits = Array.from({ length: 4 }, () => queues.wait('ann', retry, never))
    expect(await Promise.all(waits)).to.deep.equal(Array(4).fill('taken'))
    expect([maxRunning, retries]).to.deep.equal([1, 9])
  })

  it('returns null immediately above the limit per queue and in total', async () => {
    const queues = attemptQueues({ max: 3, maxEach: 2, maxWaitMs: 20, pollMs: 5 })
    const waiting = ['ann', 'ann', 'bob'].map((name) => queues.wait(name, busy, never))
    const retry = () => expect.fail('retried above the limit')
    expect(await queues.wait('ann', retry, never)).to.equal(null)
    expect(await queues.wait('eve', retry, never)).to.equal(null)
    expect(await counts(queues)).to.deep.equal([3, { full: 2 }])
    expect(await Promise.all(waiting)).to.deep.equal([null, null, null])
    expect(await counts(queues)).to.deep.equal([0, { full: 2, expired: 3 }])
    expect(await queues.wait('ann', async () => 'taken', never)).to.equal('taken')
  })

  it('stops when the call is cancelled and continues after a failed retry', async () => {
    const queues = attemptQueues({ maxWaitMs: 60_000, pollMs: 60_000 })
    const caller = new AbortController()
    const left = queues.wait('ann', busy, caller.signal)
    const failing = queues.wait('ann', () => Promise.reject(new Error('store unavailable')), never)
    const last = queues.wait('ann', async () => 'taken', never)
    caller.abort()
    expect(await left).to.equal(null)
    expect(await failing.catch((error: Error) => error.message)).to.equal('store unavailable')
    expect(await last).to.equal('taken')
    expect((await counts(queues))[0]).to.equal(0)
  })
})

async function counts({ metrics: [waiting, waits] }: ReturnType<typeof attemptQueues>) {
  const outcomes = (await waits.get()).values.map(({ labels, value }) => [labels.outcome, value])
  return [(await waiting.get()).values[0]?.value, Object.fromEntries(outcomes)]
}
