import { expect } from 'chai'
import { watchEventLoop } from './event-loop.ts'
import { processMetrics } from './process-metrics.ts'

describe('the metrics of every process', () => {
  it('are numbers that are above nothing', () => {
    for (const { name, type, samples } of processMetrics.filter(({ type }) => type !== 'histogram'))
      for (const { value } of samples()) expect(value, `${type} ${name}`).to.be.above(0)
  })

  it('count the ticks of the event loop, however often they are scraped', async () => {
    watchEventLoop()
    await nextTicks()
    const before = scraped()
    work(60)
    await nextTicks()
    const worked = scraped()
    sleep(60)
    await nextTicks()
    scraped()
    const slept = scraped()
    expect(worked.longTicks - before.longTicks).to.be.at.least(1)
    expect(slept.longTicks - worked.longTicks).to.be.at.least(1)
    expect([worked.ownWork - before.ownWork, slept.ownWork - worked.ownWork]).to.deep.equal([1, 0])
  })
})

/** How many ticks took more than 50 ms so far: on the clock, and of processor time. */
function scraped() {
  const above50Ms = (name: string) => {
    const samples = processMetrics.find((metric) => metric.name === name)?.samples() ?? []
    const upTo = (le: string) => samples.find(({ labels }) => labels.le === le)?.value ?? 0
    return upTo('+Inf') - upTo('0.05')
  }
  return {
    longTicks: above50Ms('nodejs_eventloop_tick_seconds'),
    ownWork: above50Ms('nodejs_eventloop_tick_cpu_seconds'),
  }
}

/** Until the timer that asks has ticked at least twice. */
function nextTicks(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 40))
}

/** Holds the event loop with work of its own. */
function work(ms: number): void {
  const until = cpuMs() + ms
  while (cpuMs() < until);
}

/** Holds it as a busy machine does. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e3
}
