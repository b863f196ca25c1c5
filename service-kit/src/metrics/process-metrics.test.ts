import { expect } from 'chai'
import { processMetrics, watchEventLoop } from './process-metrics.ts'

describe('the metrics of every process', () => {
  it('are numbers that are above nothing', () => {
    for (const { name, samples } of processMetrics)
      for (const { value } of samples()) expect(value, name).to.be.above(0)
  })

  it('tell how long the event loop was held, until the next scrape', async () => {
    watchEventLoop()
    ticks()
    await nextTicks()
    hold(60)
    await nextTicks()
    expect(longest(ticks())).to.be.at.least(0.06)
    await nextTicks()
    expect(ticks().map(({ labels }) => labels.quantile)).to.deep.equal(['0.5', '0.99', '0.999', '1'])
  })
})

function ticks() {
  return processMetrics.find(({ name }) => name === 'nodejs_eventloop_tick_seconds')?.samples() ?? []
}

function longest(samples: { value: number }[]): number {
  return Math.max(...samples.map(({ value }) => value))
}

/** Until the timer that asks has ticked at least twice. */
function nextTicks(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}

function hold(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
