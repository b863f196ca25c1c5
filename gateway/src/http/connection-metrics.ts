import { counter, gauge, type Metric } from '@gatehouse/service-kit/metrics/metric'

export type ConnectionLoad = { open: number; unreadResponses: number; unreadBytes: number }

export type RequestLoad = { inFlight: number; maxInFlight: number; lingering: number }

/** Why the gateway closed a connection. */
export type CloseCause = 'limit' | 'pipelining' | 'receiving' | 'write_timeout' | 'unread_bytes' | 'lingering'

const closed = counter({
  labelNames: ['cause'],
  name: 'gatehouse_http_connections_closed_total',
  help: 'Connections that the gateway closed, by `cause`: `limit`, too many connections; `pipelining`, too many pipelined requests; `receiving`, too many headers or bodies arrived slowly; `write_timeout`, the client did not receive its response in time; `unread_bytes`, too many bytes of responses were not received; `lingering`, too many connections had an unread body.',
})

const rejected = counter({
  name: 'gatehouse_http_requests_refused_total',
  help: 'Requests that failed with 503 because too many were in flight.',
})

export function countRejected(): void {
  rejected.inc()
}

export function countClosed(cause: CloseCause): void {
  closed.inc({ cause })
}

export function connectionMetrics(load: () => ConnectionLoad): Metric[] {
  return [
    httpGauge('connections', 'Open client connections.', () => load().open),
    httpGauge(
      'unread_answers',
      'Responses that are complete but not received by their client.',
      () => load().unreadResponses,
    ),
    httpGauge('unread_bytes', 'Bytes of these responses in this process.', () => load().unreadBytes),
    closed,
  ]
}

export function requestMetrics(load: () => RequestLoad): Metric[] {
  return [
    httpGauge('requests_in_flight', 'Requests in flight.', () => load().inFlight),
    httpGauge(
      'requests_in_flight_max',
      'Maximum number of requests in flight; further requests fail with 503.',
      () => load().maxInFlight,
    ),
    rejected,
    httpGauge(
      'lingering_connections',
      'Answered connections that still receive an unread body.',
      () => load().lingering,
    ),
  ]
}

function httpGauge(name: string, help: string, value: () => number): Metric {
  return gauge({ name: `gatehouse_http_${name}`, help, collect: (metric) => metric.set(value()) })
}
