import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { type BucketState, type Limit, type Rate, rateLimitState } from './gcra.ts'

export type LimitDecision = {
  allowed: boolean
  /** Of the limit that refused for longest, or else has the least left; a cap over all routes only when it refused. */
  state: RateLimitState
  /** Whether it was the cap that spans all routes. */
  global: boolean
}

export type EvaluatedLimit = { limit: Limit; pace: Rate; status: BucketState }

/** Sums up one take from several buckets. */
export function limitDecision(evaluated: EvaluatedLimit[], nowUs: number, cost: number): LimitDecision {
  let state: RateLimitState | undefined
  for (const { limit, pace, status } of evaluated) {
    const next = rateLimitState(limit, pace, status, nowUs, cost)
    if (!state || byInterest(next, state) < 0) state = next
  }
  if (!state) throw new RangeError('A take names at least one limit.')
  return { allowed: state.retryAfter === 0, state, global: state.global }
}

// A client within the cap over all routes wants to know about the limit of what it asked for.
function byInterest(a: RateLimitState, b: RateLimitState): number {
  return b.retryAfter - a.retryAfter || Number(a.global) - Number(b.global) || a.remaining - b.remaining
}
