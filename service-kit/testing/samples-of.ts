import { type Metric, registryOf } from '../src/metrics/metric.ts'

export async function samplesOf(...metrics: Metric[]): Promise<Record<string, number>> {
  const text = await registryOf(metrics).metrics()
  const samples = [...text.matchAll(/^([^#\s].*) (\S+)$/gm)]
  return Object.fromEntries(samples.map(([, name, value]) => [name, Number(value)]))
}
