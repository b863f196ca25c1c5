import { randomUUID } from 'node:crypto'

const wellFormed = /^[A-Za-z0-9._-]{1,128}$/

/** The X-Request-Id of the client if it is safe in logs and headers, else a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && wellFormed.test(header) ? header : randomUUID()
}
