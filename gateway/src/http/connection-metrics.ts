import { counter, type Metric } from '@gatehouse/service-kit/metrics/metric'

export type ConnectionLoad = { open: number; unreadAnswers: number; unreadBytes: number }

export type RequestLoad = { inFlight: number; maxInFlight: number; lingering: number }

/** Why the gateway closed a connection itself. */
export type CloseCause = 'limit' | 'pipelining' | 'receiving' | 'write_timeout' | 'unread_bytes' | 'lingering'

const closed = counter<'cause'>({
  name: 'gatehouse_http_connections_closed_total',
  help: 'Connections the gateway closed itself, by `cause`: `limit`, too many connections; `pipelining`, too many requests ahead of their answers; `receiving`, too many bodies arrived slowly; `write_timeout`, the client did not receive its answer in time; `unread_bytes`, too many bytes of answers were not received; `lingering`, too many connections had an unread body.',
})

const refused = counter<never>({
  name: 'gatehouse_http_requests_refused_total',
  help: 'Requests that were answered 503 because too many were in flight.',
})

/** Counts a request that is refused because too many are in flight. */
export function countRefused(): void {
  refused.add({})
}

/** Counts a connection that the gateway closes itself. */
export function countClosed(cause: CloseCause): void {
  closed.add({ cause })
}

/** The metrics of client connections. */
export function connectionMetrics(load: () => ConnectionLoad): Metric[] {
  return [
    gauge('connections', 'Open client connections.', () => load().open),
    gauge(
      'unread_answers',
      'Answers that are complete but not yet received by their client.',
      () => load().unreadAnswers,
    ),
    gauge('unread_bytes', 'Bytes of these answers in this process.', () => load().unreadBytes),
    closed,
  ]
}

/** The metrics of requests. */
export function requestMetrics(load: () => RequestLoad): Metric[] {
  return [
    gauge('requests_in_flight', 'Requests that are not answered yet.', () => load().inFlight),
    gauge(
      'requests_in_flight_max',
      'How many there may be; requests beyond are answered 503.',
      () => load().maxInFlight,
    ),
    refused,
    gauge(
      'lingering_connections',
      'Answered connections that wait for their client to stop sending a body nobody reads.',
      () => load().lingering,
    ),
  ]
}

function gauge(name: string, help: string, value: () => number): Metric {
  return {
    name: `gatehouse_http_${name}`,
    type: 'gauge',
    help,
    samples: () => [{ labels: {}, value: value() }],
  }
}
