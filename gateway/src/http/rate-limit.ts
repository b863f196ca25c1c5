import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { fromRateLimitState, type LimitState } from '@gatehouse/service-kit/errors/limit-state'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { addressLimits, wideLimit } from '@gatehouse/service-kit/limits/address-limits'
import type { Limit } from '@gatehouse/service-kit/limits/gcra'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import type { LimitValue } from '@gatehouse/service-kit/process/limits-text'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { BucketName } from '../limits.ts'
import type { RequestContext } from './request-context.ts'

export type RouteLimit = {
  bucket: BucketName
  /** The path parameter that gives each webhook, channel or guild a bucket of its own. All together have ten times as much. */
  per?: string
  /** Besides, each value of this field has the bucket: many people can share an address. */
  each?: { by: 'ticket' | 'code'; bucket: BucketName }
}

/** Of every request with the ticket of a sign-in that requires a second factor. */
export const secondFactorLimit: RouteLimit = {
  bucket: 'auth:login:mfa',
  each: { by: 'ticket', bucket: 'auth:login:mfa:ticket' },
}

export type RouteLimits = Readonly<Record<BucketName, LimitValue>>

export type LimitCaller = { accountId: string; sessionIdHash: string } | { address: string }

/**
 * Counts a request against the global limit and the limit of its route. Fails with RATE_LIMITED, or with
 * SERVICE_UNAVAILABLE if Redis is unavailable: account routes fail closed. `isDeferrable`: the request does not wait for Redis where the
 * state of its limits is known.
 */
export async function takeLimits(
  context: RequestContext,
  route: RouteLimit,
  caller: LimitCaller,
  { limiter, limits }: { limiter: RateLimiter; limits: RouteLimits },
  { isDeferrable = false }: { isDeferrable?: boolean } = {},
): Promise<void> {
  const taken = limitsOf(context, route, caller, limits)
  const decision = await ((isDeferrable && limiter.takeDeferred?.(taken)) || limiter.take(taken))
  const state = { ...decision.state, bucket: decision.state.global ? 'global' : route.bucket }
  context.rateLimit = state
  if (!decision.allowed) throw rateLimited(state)
}

/** Where a request can have the ticket or code. */
type Sources = Partial<Record<'body' | 'query' | 'params', unknown>>

/** Counts a request against the limit of its ticket or code. Fails as `takeLimits`. */
export async function takeEachLimit(
  context: RequestContext,
  { each }: RouteLimit,
  { body, query, params }: Sources,
  { limiter, limits }: { limiter: RateLimiter; limits: RouteLimits },
): Promise<void> {
  const value =
    each &&
    [context.req.headers[`x-${each.by}`], ...[body, query, params].map(memberOf(each.by))].find(isText)
  if (each === undefined || value === undefined) return
  // A digest, so that Redis stores no secret.
  const key = `${each.by}:${digestText(value)}`
  const { allowed, state } = await limiter.take([{ bucket: each.bucket, key, ...limits[each.bucket] }])
  if (state.remaining < (context.rateLimit?.remaining ?? Number.POSITIVE_INFINITY)) context.rateLimit = state
  if (!allowed) throw rateLimited(state)
}

function memberOf(name: string) {
  return (source: unknown): unknown =>
    typeof source === 'object' && source !== null ? Reflect.get(source, name) : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Limits requests that need no store in this process alone, so that a flood of them does not reach Redis. */
export function takeLocalLimits(
  context: RequestContext,
  route: RouteLimit,
  { localLimiter, limits }: { localLimiter: RateLimiter; limits: RouteLimits },
): Promise<void> {
  return takeLimits(context, route, { address: context.address }, { limiter: localLimiter, limits })
}

/** The same for files from memory, which cost less: a page has several, and an office opens many at once. */
export async function takeFileLimit(
  context: RequestContext,
  { bucket }: RouteLimit,
  { localLimiter, limits }: { localLimiter: RateLimiter; limits: RouteLimits },
): Promise<void> {
  const { allowed, state } = await localLimiter.take(
    addressLimits({ bucket, key: 'address', ...limits[bucket] }, context.address),
  )
  context.rateLimit = state
  if (!allowed) throw rateLimited(state)
}

/** Reports a limit that a service has counted if it has less left than the limits of the gateway. */
export function reportLimit(context: RequestContext, state: RateLimitState | undefined): void {
  if (state && state.remaining < (context.rateLimit?.remaining ?? Number.POSITIVE_INFINITY))
    context.rateLimit = fromRateLimitState(state)
}

/** Times are seconds with milliseconds as a fraction: `X-RateLimit-Reset` since 1970, `X-RateLimit-Reset-After` from `now` on. */
export function rateLimitHeaders(state: LimitState, now: number): string[] {
  return [
    'X-RateLimit-Limit',
    String(state.limit),
    'X-RateLimit-Remaining',
    String(state.remaining),
    'X-RateLimit-Reset',
    state.resetAt.toFixed(3),
    'X-RateLimit-Reset-After',
    Math.max(0, state.resetAt - now / 1000).toFixed(3),
    'X-RateLimit-Bucket',
    state.bucket,
  ]
}

function limitsOf(
  context: RequestContext,
  { bucket, per }: RouteLimit,
  caller: LimitCaller,
  limits: RouteLimits,
): Limit[] {
  const routeBucket = per === undefined ? bucket : `${bucket}:${resource(context.params[per])}`
  const isOfAccount = 'accountId' in caller
  // One key for both, so that they share a slot of Redis Cluster.
  const key = isOfAccount ? `account:${caller.accountId}` : 'address'
  const globalBucket = isOfAccount ? `global:${caller.sessionIdHash}` : 'global'
  const all: Limit[] = [
    { bucket: globalBucket, key, ...limits.global, global: true },
    { bucket: routeBucket, key, ...limits[bucket] },
  ]
  // Callers can invent ids, each of which has a bucket of its own.
  if (per !== undefined) all.push(wideLimit({ bucket, key, ...limits[bucket] }))
  return isOfAccount ? all : all.flatMap((each) => addressLimits(each, caller.address))
}

/** Values that are not ids share one bucket, so that made-up paths create no keys. */
function resource(id: string | undefined): string {
  return id !== undefined && isSnowflake(id) ? id : 'none'
}
