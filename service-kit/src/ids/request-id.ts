import { randomUUID } from 'node:crypto'

const requestIdPattern = /^[\w.-]{1,128}$/

/** The received request id if it is safe in logs and headers, else a new one. */
export function requestIdOf(received: unknown): string {
  return typeof received === 'string' && requestIdPattern.test(received) ? received : randomUUID()
}
