import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { type Cell, type Limit, remainingCalls, waitFor } from './gcra.ts'

/** Whether a call may go on, and the state of the limit that binds it most. */
export type Verdict = { allowed: boolean; state: RateLimitState; global: boolean }

/** A limit after a take: what was asked for, and until when its bucket is not empty. */
export type Held = { limit: Limit; cell: Cell; fullUntil: number }

/** Sums up limits held together: the longest wait when refused, else the fewest calls left. */
export function verdictOn(held: Held[], allowed: boolean, now: number, cost: number): Verdict {
  const states = held.map((each) => stateOf(each, allowed, now, cost))
  const [state] = states.toSorted((a, b) => b.retryAfter - a.retryAfter || a.remaining - b.remaining)
  if (!state) throw new Error('A take needs at least one limit.')
  return { allowed, state, global: state.global }
}

function stateOf(
  { limit, cell, fullUntil }: Held,
  allowed: boolean,
  now: number,
  cost: number,
): RateLimitState {
  return {
    bucket: limit.bucket,
    limit: cell.limit,
    remaining: remainingCalls(cell, fullUntil, now),
    resetAt: Math.max(fullUntil, now) / 1000,
    retryAfter: allowed ? 0 : waitFor(cell, fullUntil, now, cost) / 1000,
    global: limit.global ?? false,
  }
}
