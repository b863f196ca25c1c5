import { expect } from 'chai'
import { rejectionPadding } from './rejection-padding.ts'

/**
 * Processor time of a usual operation and of a cheap one, and how long the thread runs and then waits for a
 * processor.
 */
const usualMs = 9
const machines = [
  ['quiet', { cheapMs: 3, runsMs: 1e9, waitsMs: 0 }],
  ['busy', { cheapMs: 3, runsMs: 4, waitsMs: 4 }],
  ['very busy', { cheapMs: 6, runsMs: 3, waitsMs: 12 }],
] as const

describe('padding of a cheap operation', () => {
  for (const [name, { cheapMs, runsMs, waitsMs }] of machines) {
    it(`makes it take as long as a usual operation on a ${name} machine`, () => {
      const thread = preemptedThread(runsMs, waitsMs)
      const padding = rejectionPadding({ now: thread.now, work: () => thread.work(0.5) })
      const usual: number[] = []
      const padded: number[] = []
      for (let round = 0; round < 20_000; round++) {
        const usualStart = thread.now()
        thread.work(usualMs)
        usual.push(thread.now() - usualStart)
        padding.record(thread.now() - usualStart)

        const cheapStart = thread.now()
        thread.work(cheapMs)
        padding.pad(cheapStart, 'cheap')
        padded.push(thread.now() - cheapStart)
      }
      expect(mean(padded) / mean(usual), 'mean').to.be.within(0.96, 1.04)
      expect(median(padded) / median(usual), 'median').to.be.within(0.95, 1.05)
    })
  }

  it('corrects each kind of operation by itself', () => {
    const thread = preemptedThread(1e9, 0)
    const padding = rejectionPadding({ now: thread.now, work: () => thread.work(0.5) })
    padding.record(usualMs)
    for (let round = 0; round < 100; round++) {
      const startedAt = thread.now()
      thread.work(50)
      padding.pad(startedAt, 'costly')
    }
    const startedAt = thread.now()
    padding.pad(startedAt, 'cheap')
    expect(thread.now() - startedAt).to.be.within(usualMs, usualMs + 0.5)
  })

  it('pads again after a kind of operation became cheaper than a usual one', () => {
    const thread = preemptedThread(1e9, 0)
    const padding = rejectionPadding({ now: thread.now, work: () => thread.work(0.5) })
    padding.record(usualMs)
    const runs = Array.from({ length: 300 }, (_, round) => {
      const startedAt = thread.now()
      thread.work(round < 100 ? 50 : 1)
      padding.pad(startedAt, 'changing')
      return thread.now() - startedAt
    })
    expect(runs.at(-1)).to.be.within(usualMs - 0.5, usualMs + 0.5)
  })
})

/**
 * A thread on a clock of its own that waits for a processor after each run; both are drawn from an
 * exponential distribution.
 */
function preemptedThread(runsMs: number, waitsMs: number) {
  const draw = (meanMs: number) => -meanMs * Math.log(1 - Math.random())
  let now = 0
  let runsOn = draw(runsMs)
  return {
    now: () => now,
    work(ms: number): void {
      let left = ms
      for (; left > runsOn; runsOn = draw(runsMs)) {
        left -= runsOn
        now += runsOn + draw(waitsMs)
      }
      runsOn -= left
      now += left
    },
  }
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}
