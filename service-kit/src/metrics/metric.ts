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

export function histogram(options: Options<never> & { buckets: number[] }): Histogram<never> {
  return new Histogram({ ...options, registers })
}

export function registryOf(metrics: readonly Metric[]): Registry {
  const registry = new Registry()
  for (const metric of metrics) registry.registerMetric(metric)
  return registry
}
