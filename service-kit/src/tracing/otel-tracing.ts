import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanStart, TracedSpan, Tracing, TracingOptions } from './span.ts'

/** Spans above it are dropped while the collector does not answer. */
const maxQueueSize = 2048
const exportEveryMs = 2000
const exportTimeoutMs = 5000
const closeMs = 1000
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

export function otelTracing(options: TracingOptions): Tracing {
  const provider = openProvider(options)
  const tracer = provider.getTracer('gatehouse')
  const contexts = new AsyncLocalStorage<Context>()

  function start({ name, kind, parent, link, attributes }: SpanStart): TracedSpan | null {
    const around = kind === 'server' ? remoteContext(parent) : contexts.getStore()
    if (!around) return null
    const links = linksTo(link)
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes, links }, around)
    return {
      traceparent: traceparentOf(span),
      run: (work) => contexts.run(trace.setSpan(around, span), work),
      end(error, more) {
        if (more) span.setAttributes(more)
        if (error) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  return {
    start,
    async close() {
      await Promise.race([provider.shutdown().catch(() => {}), sleep(closeMs, undefined, { ref: false })])
    },
  }
}

function openProvider({ service, isEdge, tracesUrl, tracesRatio, log }: TracingOptions): TracerProvider {
  setGlobalErrorHandler((error) => {
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'traces not exported')
  })
  const atRandom: Sampler = {
    shouldSample: () => ({
      decision:
        Math.random() < tracesRatio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => 'random',
  }
  const exporter = new OTLPTraceExporter({
    url: tracesUrl,
    timeoutMillis: exportTimeoutMs,
    concurrencyLimit: 1,
  })
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({
      root: atRandom,
      ...(isEdge && { remoteParentSampled: atRandom, remoteParentNotSampled: atRandom }),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize, scheduledDelayMillis: exportEveryMs })],
  })
}

function remoteContext(traceparent: unknown): Context {
  const parent = remoteSpan(traceparent)
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}

function linksTo(traceparent: unknown): Link[] {
  const context = remoteSpan(traceparent)
  return context ? [{ context }] : []
}

function remoteSpan(traceparent: unknown): SpanContext | null {
  const context = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null
  return context && { ...context, isRemote: true }
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`
}
