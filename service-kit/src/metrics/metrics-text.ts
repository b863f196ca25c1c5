import type { Metric, Sample } from './metric.ts'

/** What `metricsText` writes, for the header Content-Type. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Metrics in the text format of Prometheus, version 0.0.4. Written here because the usual client library takes 20 MB of
 * memory in each process for it.
 */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics.map(metricText).join('')
}

function metricText(metric: Metric): string {
  const { name, type, help } = metric
  const lines = [`# HELP ${name} ${help.replaceAll('\\', '\\\\')}`, `# TYPE ${name} ${type}`]
  return [
    ...lines,
    ...metric.samples().map((sample) => `${name}${sample.suffix ?? ''}${labelText(sample)} ${sample.value}`),
    '',
  ].join('\n')
}

function labelText({ labels }: Sample): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
