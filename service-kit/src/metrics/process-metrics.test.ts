import { expect } from 'chai'
import { watchEventLoop } from './event-loop.ts'
import { processMetrics } from './process-metrics.ts'

describe('the metrics of every process', () => {
  it('are numbers that are above nothing', () => {
    for (const { name, samples } of processMetrics)
      for (const { value } of samples()) expect(value, name).to.be.above(0)
  })

  it('tell how long the event loop was held, and how much of it was work, until the next scrape', async () => {
    watchEventLoop()
    await nextTicks()
    told()
    work(60)
    await nextTicks()
    expect(longest(told().tick)).to.be.at.least(0.06)
    sleep(60)
    await nextTicks()
    const { tick, cpu } = told()
    expect(longest(tick)).to.be.at.least(0.06)
    expect(longest(cpu)).to.be.below(0.03)
    await nextTicks()
    expect(told().tick.map(({ labels }) => labels.quantile)).to.deep.equal(['0.5', '0.99', '0.999', '1'])
  })
})

function told() {
  const samplesOf = (name: string) => processMetrics.find((metric) => metric.name === name)?.samples() ?? []
  return {
    tick: samplesOf('nodejs_eventloop_tick_seconds'),
    cpu: samplesOf('nodejs_eventloop_tick_cpu_seconds'),
  }
}

function longest(samples: { value: number }[]): number {
  return Math.max(...samples.map(({ value }) => value))
}

/** Until the timer that asks has ticked at least twice. */
function nextTicks(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 40))
}

/** Holds the event loop with work of its own. */
function work(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** Holds it as a busy machine does. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
