import type { Logger } from '../process/log.ts'

export type Attributes = Record<string, string | number>

export type SpanStart = {
  name: string
  /** A client span without a server span around it is not recorded. */
  kind: 'server' | 'client'
  /** The `traceparent` that a server received (W3C Trace Context). */
  parent?: unknown
  /** The same of a caller who is not trusted: the span begins a trace, and has a link to it. */
  link?: unknown
  /** Never text of a request: no URL, address, token or id of a person. */
  attributes: Attributes
}

export type TracedSpan = {
  readonly traceparent: string
  /** Spans that `work` starts become children. */
  run<T>(work: () => T): T
  /** `error` is a code, never a message. */
  end(error?: string | null, attributes?: Attributes): void
}

export type Tracing = {
  start(span: SpanStart): TracedSpan | null
  /** Sends what is queued, for at most a second. */
  close(): Promise<void>
}

export type TracingOptions = {
  service: string
  /** Callers do not decide whether a trace is recorded. */
  isEdge: boolean
  tracesUrl: string
  tracesRatio: number
  log: Logger
}
