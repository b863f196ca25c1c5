import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { type Limit, type Pace, type Standing, stateOf } from './gcra.ts'

export type Verdict = {
  allowed: boolean
  /** Of the limit that refused for longest, or else has the least left. */
  state: RateLimitState
  /** Whether it was the cap that spans all routes. */
  global: boolean
}

export type Judged = { limit: Limit; pace: Pace; standing: Standing }

/** Sums up one take from several buckets. */
export function verdictOf(judged: Judged[], nowUs: number, cost: number): Verdict {
  const states = judged.map(({ limit, pace, standing }) => stateOf(limit, pace, standing, nowUs, cost))
  const [state] = states.sort((a, b) => b.retryAfter - a.retryAfter || a.remaining - b.remaining)
  if (!state) throw new RangeError('A take names at least one limit.')
  return { allowed: state.retryAfter === 0, state, global: state.global }
}
