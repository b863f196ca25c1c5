import { Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client'

export type { Metric } from 'prom-client'

type Options<Label extends string> = {
  name: string
  help: string
  /** Their values must come from small sets of our own, never from a request. */
  labelNames?: readonly Label[]
}

// Services in one process have metrics of the same name, so no metric goes to the global registry of prom-client.
const registers: [] = []

export function counter<const Label extends string = never>(options: Options<Label>): Counter<Label> {
  return new Counter({ ...options, registers })
}

export function gauge<const Label extends string = never>(
  options: Options<Label> & { collect: (gauge: Gauge<Label>) => void | Promise<void> },
): Gauge<Label> {
  const { collect, ...rest } = options
  return new Gauge<Label>({
    ...rest,
    registers,
    collect() {
      return collect(this)
    },
  })
}

export function histogram<const Label extends string = never>(
  options: Options<Label> & { buckets: number[] },
): Histogram<Label> {
  return new Histogram({ ...options, registers })
}

/** Of requests, calls and commands, in seconds. Objectives of docs/operations.md are bounds of buckets. */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Readers = Record<string, () => Promise<number>>

/** A gauge with a sample for each reader, which has none while its store is unavailable. */
export function readGauge<const Label extends string>(
  { label, ...options }: Options<never> & { label: Label },
  readers: Readers,
): Gauge<Label> {
  return gauge<Label>({
    ...options,
    labelNames: [label],
    async collect(metric) {
      const read = async ([name, reader]: [string, Readers[string]]) => {
        const labels = { [label]: name } as Record<Label, string>
        try {
          metric.set(labels, await reader())
        } catch {
          metric.remove(labels)
        }
      }
      await Promise.all(Object.entries(readers).map(read))
    },
  })
}

export function registryOf(metrics: readonly Metric[]): Registry {
  const registry = new Registry()
  for (const metric of metrics) registry.registerMetric(metric)
  return registry
}
