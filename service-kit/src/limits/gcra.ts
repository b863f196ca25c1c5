import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'

/** How often a bucket may be taken from: `limit` in `windowSeconds`, `burst` of them (default all) at once. */
export type Limit = {
  bucket: string
  /** Whose bucket: an account, an address, a webhook. */
  key: string
  /** One of several that share the key, and with it a slot of Redis Cluster. */
  part?: string
  limit: number
  windowSeconds: number
  burst?: number | undefined
  /** Marks the cap that spans all routes (contract.md 7 row 20). */
  global?: boolean | undefined
}

/** A limit in whole microseconds, so that scripts and processes count exactly. */
export type Rate = { intervalUs: number; burst: number }

/** Where a bucket stands: its theoretical arrival time before and after the take. */
export type BucketState = { allowed: boolean; tatUs: number }

/** The pace of a limit under the operator's factor. */
export function rateOf(limit: Limit, scale: number): Rate {
  const calls = Math.max(1, Math.floor(limit.limit * scale))
  const burst = Math.max(1, Math.floor((limit.burst ?? limit.limit) * scale))
  return { intervalUs: Math.max(1, Math.floor((limit.windowSeconds * 1e6) / calls)), burst }
}

/**
 * The generic cell rate algorithm: `tatUs` is when the bucket would be empty again, 0 when it is. Taking moves it by one
 * interval a call, and is allowed as long as it stays within `burst` intervals of now.
 */
export function gcra(tatUs: number, nowUs: number, pace: Rate, cost: number): BucketState {
  const next = Math.max(Math.max(tatUs, nowUs) + cost * pace.intervalUs, nowUs)
  const allowed = next - nowUs <= pace.burst * pace.intervalUs
  return { allowed, tatUs: allowed ? next : Math.max(tatUs, nowUs) }
}

/** What the caller is told of a bucket after a take. */
export function rateLimitState(
  limit: Limit,
  pace: Rate,
  status: BucketState,
  nowUs: number,
  cost: number,
): RateLimitState {
  const room = pace.burst * pace.intervalUs - (status.tatUs - nowUs)
  const missing = cost * pace.intervalUs - room
  return {
    bucket: limit.bucket,
    limit: pace.burst,
    remaining: Math.max(0, Math.floor(room / pace.intervalUs)),
    resetAt: status.tatUs / 1e6,
    retryAfter: status.allowed ? 0 : missing / 1e6,
    global: limit.global ?? false,
  }
}
