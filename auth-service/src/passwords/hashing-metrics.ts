import { histogram } from '@gatehouse/service-kit/metrics/histogram'
import { counter, type Metric } from '@gatehouse/service-kit/metrics/metric'

/** How hashing stands at the moment. */
export type HashingLoad = { slots: number; busy: number; waiting: number; memoryBytes: number }

export type HashingMetrics = ReturnType<typeof hashingMetrics>

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2]

/** What hashing tells of itself. Nothing of it is by account or address. */
export function hashingMetrics(load: () => HashingLoad) {
  const refused = counter<'cause'>({
    name: 'gatehouse_hashing_refused_total',
    help: 'Hashes that were not made, by `cause`: `full`, where the caller had its share of the queue; `displaced` for a caller with less waiting; `late`, when it had waited as long as anything may; `left`, when the caller went away first; `closing`.',
  })
  const waits = histogram({
    name: 'gatehouse_hashing_wait_seconds',
    help: 'How long admitted hashes waited for a slot.',
    bounds: seconds,
  })
  const times = histogram({
    name: 'gatehouse_hashing_seconds',
    help: 'How long a hash took on its slot, on the clock.',
    bounds: seconds,
  })
  return {
    refused,
    waits,
    times,
    all: [
      gauge('slots', 'How many hashes can be made at once.', () => load().slots),
      gauge('busy', 'How many are being made.', () => load().busy),
      gauge('waiting', 'How many wait for a slot.', () => load().waiting),
      gauge(
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

function gauge(name: string, help: string, value: () => number): Metric {
  return {
    name: `gatehouse_hashing_${name}`,
    type: 'gauge',
    help,
    samples: () => [{ labels: {}, value: value() }],
  }
}
