import type { Tracing, TracingOptions } from './span.ts'

export type { Attributes, TracedSpan, Tracing } from './span.ts'

let current: Tracing | null = null

/** Null while tracing is off. */
export function tracing(): Tracing | null {
  return current
}

/** OpenTelemetry is loaded here, so a process without traces does not have it in memory. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { otelTracing } = await import('./otel-tracing.ts')
  const opened = otelTracing(options)
  current = opened
  return {
    ...opened,
    close() {
      current = null
      return opened.close()
    },
  }
}
