import type { IncomingHttpHeaders } from 'node:http'
import { executionFormats } from '@gatehouse/proto/executions/formats'

/** In characters, each of which is a byte. */
const maxLength = 1024

const ofFormats = Object.values(executionFormats).flatMap(({ headers }) =>
  [...headers.event, headers.delivery, ...headers.signature, headers.timestamp].filter(
    (name) => name !== null,
  ),
)
const bounded = new Set([
  ...['content-type', 'content-encoding', 'range', 'traceparent', 'x-client-location'],
  ...ofFormats.map((name) => name.toLowerCase()),
])

/**
 * Removes headers of negotiation, conditions, ranges, tracing, location and formats that are longer than any client sends, so that
 * no reader has to bound them. Credentials and cookies stay as they are.
 */
export function dropLongHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && value.length > maxLength && isBounded(name)) delete headers[name]
}

function isBounded(name: string): boolean {
  return bounded.has(name) || name.startsWith('accept') || name.startsWith('if-')
}
