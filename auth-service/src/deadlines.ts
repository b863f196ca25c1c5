/** In milliseconds. */
export const deadlines = {
  /** An rpc of session-service or of the guild directory. */
  upstreamMs: 5000,
  /** Redeeming an invite: a sign-in succeeds without it, and must not wait long for it. */
  inviteMs: 1000,
  /** A password attempt without an outcome ceases to count as in flight. Longer than the deadline of any call. */
  inFlightMs: 10_000,
  /** A password attempt stops waiting for the results of others in flight. */
  attemptWaitMs: 2000,
}

export type Deadlines = typeof deadlines
