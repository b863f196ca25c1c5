import { counter, gauge, histogram, type Metric } from '@gatehouse/service-kit/metrics/metric'

/** How hashing stands at the moment. */
export type HashingLoad = { slots: number; busy: number; waiting: number; memoryBytes: number }

export type HashingMetrics = ReturnType<typeof hashingMetrics>

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2]

/** What hashing tells of itself. Nothing of it is by account or address. */
export function hashingMetrics(load: () => HashingLoad) {
  const refused = counter({
    labelNames: ['cause'],
    name: 'gatehouse_hashing_refused_total',
    help: 'Hashes that were not made, by `cause`: `full`, where the caller had its share of the queue; `displaced` for a caller with less waiting; `late`, when it had waited as long as anything may; `left`, when the caller went away first; `closing`.',
  })
  const waits = histogram({
    name: 'gatehouse_hashing_wait_seconds',
    help: 'How long admitted hashes waited for a slot.',
    buckets: seconds,
  })
  const times = histogram({
    name: 'gatehouse_hashing_seconds',
    help: 'How long a hash took on its slot, on the clock.',
    buckets: seconds,
  })
  return {
    refused,
    waits,
    times,
    all: [
      hashingGauge('slots', 'How many hashes can be made at once.', () => load().slots),
      hashingGauge('busy', 'How many are being made.', () => load().busy),
      hashingGauge('waiting', 'How many wait for a slot.', () => load().waiting),
      hashingGauge(
        'memory_budget_bytes',
        'What hashing takes with every slot busy: slots times the memory of a hash of the present parameters.',
        () => load().memoryBytes,
      ),
      refused,
      waits,
      times,
    ] satisfies Metric[],
  }
}

function hashingGauge(name: string, help: string, value: () => number): Metric {
  return gauge({ name: `gatehouse_hashing_${name}`, help, collect: (metric) => metric.set(value()) })
}
