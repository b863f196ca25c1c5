import { counter, gauge, type Metric } from '@gatehouse/service-kit/metrics/metric'

export type ConnectionLoad = { open: number; unreadAnswers: number; unreadBytes: number }

export type RequestLoad = { inFlight: number; maxInFlight: number; lingering: number }

/** Why the gateway closed a connection itself. */
export type CloseCause = 'limit' | 'pipelining' | 'receiving' | 'write_timeout' | 'unread_bytes' | 'lingering'

const closed = counter({
  labelNames: ['cause'],
  name: 'gatehouse_http_connections_closed_total',
  help: 'Connections the gateway closed itself, by `cause`: `limit`, too many connections; `pipelining`, too many requests ahead of their answers; `receiving`, too many bodies arrived slowly; `write_timeout`, the client did not receive its answer in time; `unread_bytes`, too many bytes of answers were not received; `lingering`, too many connections had an unread body.',
})

const refused = counter({
  name: 'gatehouse_http_requests_refused_total',
  help: 'Requests that were answered 503 because too many were in flight.',
})

/** Counts a request that is refused because too many are in flight. */
export function countRefused(): void {
  refused.inc()
}

/** Counts a connection that the gateway closes itself. */
export function countClosed(cause: CloseCause): void {
  closed.inc({ cause })
}

/** The metrics of client connections. */
export function connectionMetrics(load: () => ConnectionLoad): Metric[] {
  return [
    httpGauge('connections', 'Open client connections.', () => load().open),
    httpGauge(
      'unread_answers',
      'Answers that are complete but not yet received by their client.',
      () => load().unreadAnswers,
    ),
    httpGauge('unread_bytes', 'Bytes of these answers in this process.', () => load().unreadBytes),
    closed,
  ]
}

/** The metrics of requests. */
export function requestMetrics(load: () => RequestLoad): Metric[] {
  return [
    httpGauge('requests_in_flight', 'Requests that are not answered yet.', () => load().inFlight),
    httpGauge(
      'requests_in_flight_max',
      'How many there may be; requests beyond are answered 503.',
      () => load().maxInFlight,
    ),
    refused,
    httpGauge(
      'lingering_connections',
      'Answered connections that wait for their client to stop sending a body nobody reads.',
      () => load().lingering,
    ),
  ]
}

function httpGauge(name: string, help: string, value: () => number): Metric {
  return gauge({ name: `gatehouse_http_${name}`, help, collect: (metric) => metric.set(value()) })
}
