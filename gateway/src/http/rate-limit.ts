import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import type { Limit, RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import type { LimitValue } from '@gatehouse/service-kit/process/limits-text'
import type { RequestContext } from './request-context.ts'

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

/** Requests that no route answers, by address. */
export const unroutedLimit: RouteLimit = { bucket: 'unrouted', limit: 100, windowSeconds: 10 }

/** The limits that are in force, by bucket: those of the routes and the cap over all of them. */
export type RouteLimits = Readonly<Record<string, LimitValue>>

/** The limits of a route table as it stands, by bucket; what GATEHOUSE_LIMITS may change. */
export function limitsOfRoutes(routes: readonly { rateLimit: RouteLimit | null }[]): RouteLimits {
  const limits: Record<string, LimitValue> = { global: globalCap }
  for (const { rateLimit } of [...routes, { rateLimit: unroutedLimit }]) {
    if (!rateLimit) continue
    const { bucket, limit, windowSeconds } = rateLimit
    limits[bucket] = { limit, windowSeconds }
  }
  return limits
}

/**
 * Holds a request against the cap over all routes and its route's bucket, in one call. Fails with RATE_LIMITED, or with
 * SERVICE_UNAVAILABLE while Redis is away: account routes fail closed (contract.md 2).
 */
export async function holdLimits(
  { limiter, limits }: { limiter: RateLimiter; limits: RouteLimits },
  context: RequestContext,
  route: RouteLimit,
  caller: LimitCaller,
): Promise<void> {
  const decision = await limiter.take(limitsOf(context, route, caller, limits))
  const state = { ...decision.state, bucket: decision.state.global ? 'global' : route.bucket }
  context.rateLimit = state
  if (!decision.allowed) throw new ServiceError('RATE_LIMITED', { rateLimit: state })
}

/**
 * Limits requests that need no store, in this process alone: they are answered while Redis is away, and a flood of them does
 * not reach it.
 */
export function holdLocalLimits(
  { localLimiter: limiter, limits }: { localLimiter: RateLimiter; limits: RouteLimits },
  context: RequestContext,
  route: RouteLimit,
): Promise<void> {
  return holdLimits({ limiter, limits }, context, route, { address: context.address })
}

/** Takes note of a limit that a service holds; the answer tells of the one with the least left. */
export function noteLimit(context: RequestContext, state: RateLimitState | undefined): void {
  if (state && state.remaining < (context.rateLimit?.remaining ?? Number.POSITIVE_INFINITY))
    context.rateLimit = state
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
  context: RequestContext,
  route: RouteLimit,
  caller: LimitCaller,
  limits: RouteLimits,
): Limit[] {
  const { bucket, per } = route
  const { limit, windowSeconds } = limits[bucket] ?? route
  const { global = globalCap } = limits
  const own = per === undefined ? bucket : `${bucket}:${resource(context.params[per])}`
  const isOfAccount = 'accountId' in caller
  // One key for both, so that they share a slot of Redis Cluster.
  const key = isOfAccount ? `account:${caller.accountId}` : 'address'
  const cap = isOfAccount ? `global:${caller.sessionIdHash}` : 'global'
  const both: Limit[] = [
    { bucket: cap, key, limit: global.limit, windowSeconds: global.windowSeconds, global: true },
    { bucket: own, key, limit, windowSeconds },
  ]
  return isOfAccount ? both : both.flatMap((each) => addressLimits(each, caller.address))
}

// What is no id shares one bucket, so that made-up paths make no keys.
function resource(id: string | undefined): string {
  return id !== undefined && isSnowflake(id) ? id : 'none'
}
