import { expect } from 'chai'
import { processMetrics } from './process-metrics.ts'

describe('processMetrics', () => {
  it('has the default metrics of prom-client', async () => {
    const names = (await processMetrics()).getMetricsAsArray().map(({ name }) => name)
    expect(names).to.include.members([
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_heap_size_used_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_gc_duration_seconds',
    ])
  })

  it('has samples of the event loop at the first scrape', async () => {
    const text = await (await processMetrics()).metrics()
    expect(text).to.match(/^nodejs_eventloop_lag_mean_seconds 0\.\d+$/m)
  })

  it('counts the ticks of the event loop, however often they are scraped', async () => {
    await processMetrics()
    await nextTicks()
    const before = await scrape()
    work(60)
    await nextTicks()
    const worked = await scrape()
    for (let index = 0; index < sleeps; index++) {
      sleep(60)
      await nextTicks()
    }
    await scrape()
    const slept = await scrape()
    expect(worked.longTicks - before.longTicks).to.be.at.least(1)
    expect(worked.ownWork - before.ownWork).to.be.at.least(1)
    expect(slept.longTicks - worked.longTicks).to.be.at.least(sleeps)
    // Not zero: garbage collection of the test process can take 50 ms too.
    expect(slept.ownWork - worked.ownWork).to.be.below(sleeps)
  })
})

const sleeps = 5

/** The number of ticks above 50 ms so far, in wall-clock time and in CPU time. */
async function scrape() {
  const text = await (await processMetrics()).metrics()
  const bucket = (name: string, le: string) =>
    Number(new RegExp(`^${name}_bucket\\{le="${le.replace('+', '\\+')}"\\} (\\d+)$`, 'm').exec(text)?.[1])
  const above50Ms = (name: string) => bucket(name, '+Inf') - bucket(name, '0.05')
  return {
    longTicks: above50Ms('nodejs_eventloop_tick_seconds'),
    ownWork: above50Ms('nodejs_eventloop_tick_cpu_seconds'),
  }
}

/** Resolves after at least two ticks of the timer that measures. */
function nextTicks(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 40))
}

/** Blocks the event loop with CPU work. */
function work(ms: number): void {
  const until = cpuMs() + ms
  while (cpuMs() < until);
}

/** Blocks the event loop without CPU work, as a busy machine does. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e3
}
