const attemptIdPattern = /^[\w-]{16,64}$/

/** Attempt ids are random, and chosen by the gateway: unlike request ids, never by a client. */
export function isAttemptId(value: unknown): value is string {
  return typeof value === 'string' && attemptIdPattern.test(value)
}
