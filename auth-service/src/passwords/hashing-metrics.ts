import { counter, gauge, histogram, type Metric } from '@gatehouse/service-kit/metrics/metric'

export type HashingLoad = { hashingThreads: number; busy: number; waiting: number; memoryBytes: number }

export type HashingMetrics = ReturnType<typeof hashingMetrics>

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2]

export function hashingMetrics(load: () => HashingLoad) {
  const rejected = counter({
    labelNames: ['cause'],
    name: 'gatehouse_hashing_refused_total',
    help: 'Hash jobs that were rejected, by `cause`: `full` (the queue is full and no network or client address has at least two more queued jobs), `displaced` (by a network or client address with fewer jobs), `expired` (waited too long), `cancelled` (the caller cancelled), `closing` (the service stops). IPv6 addresses count by /64.',
  })
  const waits = histogram({
    name: 'gatehouse_hashing_wait_seconds',
    help: 'How long hash jobs waited in the queue.',
    buckets: seconds,
  })
  const times = histogram({
    name: 'gatehouse_hashing_seconds',
    help: 'How long hash jobs ran, in wall-clock time.',
    buckets: seconds,
  })
  return {
    rejected,
    waits,
    times,
    all: [
      hashingGauge('slots', 'Maximum number of hashing threads.', () => load().hashingThreads),
      hashingGauge('busy', 'Hashing threads that run a job.', () => load().busy),
      hashingGauge('waiting', 'Hash jobs in the queue.', () => load().waiting),
      hashingGauge(
        'memory_budget_bytes',
        'Memory of hashing with all threads busy: `slots` times the memory of one hash of the configured parameters.',
        () => load().memoryBytes,
      ),
      rejected,
      waits,
      times,
    ] satisfies Metric[],
  }
}

function hashingGauge(name: string, help: string, value: () => number): Metric {
  return gauge({ name: `gatehouse_hashing_${name}`, help, collect: (metric) => metric.set(value()) })
}
