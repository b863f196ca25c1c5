import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { type Limit, type Pace, type Standing, stateOf } from './gcra.ts'

export type Verdict = {
  allowed: boolean
  /** Of the limit that refused for longest, or else has the least left; a cap over all routes only when it refused. */
  state: RateLimitState
  /** Whether it was the cap that spans all routes. */
  global: boolean
}

export type Judged = { limit: Limit; pace: Pace; standing: Standing }

/** Sums up one take from several buckets. */
export function verdictOf(judged: Judged[], nowUs: number, cost: number): Verdict {
  let state: RateLimitState | undefined
  for (const { limit, pace, standing } of judged) {
    const next = stateOf(limit, pace, standing, nowUs, cost)
    if (!state || byInterest(next, state) < 0) state = next
  }
  if (!state) throw new RangeError('A take names at least one limit.')
  return { allowed: state.retryAfter === 0, state, global: state.global }
}

// A client within the cap over all routes wants to know about the limit of what it asked for.
function byInterest(a: RateLimitState, b: RateLimitState): number {
  return b.retryAfter - a.retryAfter || Number(a.global) - Number(b.global) || a.remaining - b.remaining
}
