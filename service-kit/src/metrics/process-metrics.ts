import { performance } from 'node:perf_hooks'
import { eventLoopMetrics } from './event-loop.ts'
import type { Metric, Sample } from './metric.ts'

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
  ...eventLoopMetrics,
]

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function one(value: number): Sample[] {
  return [{ labels: {}, value }]
}
