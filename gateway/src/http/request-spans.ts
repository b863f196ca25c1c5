import { type TracedSpan, tracing } from '@gatehouse/service-kit/tracing/tracing'
import type { RequestContext } from './request-context.ts'
import type { HttpMethod } from './route.ts'

type Traced = { method?: HttpMethod; path: string | null }

export function startRequestSpan({ method, path }: Traced, context: RequestContext): TracedSpan | null {
  const running = tracing()
  if (!running) return null
  const { traceparent } = context.req.headers
  const name = method?.toUpperCase() ?? '_OTHER'
  return running.start({
    name: path === null ? name : `${name} ${path}`,
    kind: 'server',
    // One id of an outsider for all of its requests would make a trace of them that nobody can read.
    ...(context.isFromTrustedProxy ? { parent: traceparent } : { link: traceparent }),
    attributes: {
      'http.request.method': name,
      ...(path !== null && { 'http.route': path }),
      request_id: context.requestId,
    },
  })
}

/** `status` is null if the client left before the response. */
export function endRequestSpan(span: TracedSpan, status: number | null): void {
  if (status === null) span.end('cancelled')
  else span.end(status >= 500 ? String(status) : null, { 'http.response.status_code': status })
}
