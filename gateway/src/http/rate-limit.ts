import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import type { Limit, RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import type { Visit } from './visit.ts'

/** A bucket of calls, each caller its own. */
export type RouteLimit = {
  bucket: string
  limit: number
  windowSeconds: number
  /** The path parameter that gives every webhook, channel or guild a bucket of its own (reference-api.md 1.2). */
  per?: string
}

/** Whom a limit counts: an account with the session it uses, or an address. */
export type LimitCaller = { accountId: string; sessionIdHash: string } | { address: string }

/** The cap over all routes, per session or else per address (contract.md 7 row 20). */
const globalCap = { limit: 50, windowSeconds: 1 }

/**
 * Holds a request against the cap over all routes and its route's bucket, in one call. Fails with RATE_LIMITED, or with
 * SERVICE_UNAVAILABLE while Redis is away: account routes fail closed (contract.md 2).
 */
export async function holdLimits(
  limiter: RateLimiter,
  visit: Visit,
  route: RouteLimit,
  caller: LimitCaller,
): Promise<void> {
  const verdict = await limiter.take(limitsOf(visit, route, caller))
  const state = { ...verdict.state, bucket: verdict.global ? 'global' : route.bucket }
  visit.rateLimit = state
  if (!verdict.allowed) throw new ServiceError('RATE_LIMITED', { rateLimit: state })
}

/** Takes note of a limit that a service holds; the answer tells of the one with the least left. */
export function noteLimit(visit: Visit, state: RateLimitState | undefined): void {
  if (state && state.remaining < (visit.rateLimit?.remaining ?? Number.POSITIVE_INFINITY))
    visit.rateLimit = state
}

/** The X-RateLimit headers (contract.md 1, "Rate limits"; Reset in fractional unix seconds, 8 row 33). */
export function rateLimitHeaders(state: RateLimitState): string[] {
  return [
    'X-RateLimit-Limit',
    String(state.limit),
    'X-RateLimit-Remaining',
    String(state.remaining),
    'X-RateLimit-Reset',
    state.resetAt.toFixed(3),
    'X-RateLimit-Bucket',
    state.bucket,
  ]
}

function limitsOf(
  visit: Visit,
  { bucket, limit, windowSeconds, per }: RouteLimit,
  caller: LimitCaller,
): Limit[] {
  // One key for both, so that they share a slot of Redis Cluster.
  const [key, cap] =
    'accountId' in caller
      ? [`account:${caller.accountId}`, `global:${caller.sessionIdHash}`]
      : [`address:${addressPrefix(caller.address)}`, 'global']
  const own = per === undefined ? bucket : `${bucket}:${resource(visit.params[per])}`
  return [
    { bucket: cap, key, ...globalCap, global: true },
    { bucket: own, key, limit, windowSeconds },
  ]
}

// What is no id shares one bucket, so that made-up paths make no keys.
function resource(id: string | undefined): string {
  return id !== undefined && isSnowflake(id) ? id : 'none'
}
