/** After these times, in milliseconds, the gateway stops waiting for an upstream and returns 504. */
export const deadlines = {
  /** An rpc without a deadline of its own. */
  callMs: 5000,
  /** The verification of a session. */
  verifyMs: 2000,
  /** An execution, from the end of its body to the response. Code hosts give up after ten seconds. */
  executionMs: 9000,
}

export type Deadlines = typeof deadlines
