import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Metric, Sample } from './metric.ts'

/** How often the event loop is asked, in milliseconds: fine enough to see 20 ms, coarse enough to cost nothing at rest. */
const askedEveryMs = 5

const quantiles = [0.5, 0.99, 0.999, 1]

let delay: ReturnType<typeof monitorEventLoopDelay> | undefined

/** What every process tells of itself. The numbers are the process's own: several services in one process share them. */
export const processMetrics: readonly Metric[] = [
  {
    name: 'process_start_time_seconds',
    type: 'gauge',
    help: 'When the process started, in seconds since 1970.',
    samples: () => one(performance.timeOrigin / 1000),
  },
  {
    name: 'process_cpu_seconds_total',
    type: 'counter',
    help: 'Processor time of all threads, in user and system mode.',
    samples: () => one(cpuSeconds()),
  },
  {
    name: 'process_resident_memory_bytes',
    type: 'gauge',
    help: 'Memory the process occupies.',
    samples: () => one(process.memoryUsage.rss()),
  },
  {
    name: 'nodejs_heap_size_used_bytes',
    type: 'gauge',
    help: 'What the heap of JavaScript holds.',
    samples: () => one(process.memoryUsage().heapUsed),
  },
  {
    name: 'nodejs_external_memory_bytes',
    type: 'gauge',
    help: 'What JavaScript holds outside its heap, such as bodies that arrive.',
    samples: () => one(process.memoryUsage().external),
  },
  {
    name: 'nodejs_eventloop_active_seconds_total',
    type: 'counter',
    help: 'How long the event loop was at work rather than waiting.',
    samples: () => one(performance.eventLoopUtilization().active / 1000),
  },
  {
    name: 'nodejs_eventloop_tick_seconds',
    type: 'gauge',
    help: `Time between two ticks of a timer of ${askedEveryMs} ms since the last scrape, by quantile: what held the loop for t shows as at least t.`,
    samples: ticks,
  },
]

/** Begins to watch the event loop; until then its ticks are not told. Watching does not keep the process alive. */
export function watchEventLoop(): void {
  if (delay) return
  delay = monitorEventLoopDelay({ resolution: askedEveryMs })
  delay.enable()
}

/** Every scrape begins a new interval, so only one scraper sees everything. */
function ticks(): Sample[] {
  if (!delay || delay.count === 0) return []
  const watched = delay
  const samples = quantiles.map((quantile) => ({
    labels: { quantile: String(quantile) },
    value: watched.percentile(quantile * 100) / 1e9,
  }))
  watched.reset()
  return samples
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function one(value: number): Sample[] {
  return [{ labels: {}, value }]
}
