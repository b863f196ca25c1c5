import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import type { Limit } from '@gatehouse/service-kit/limits/gcra'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import { addressNetwork } from '@gatehouse/service-kit/net/address-prefix'
import type { AuthContext } from '../context.ts'
import { emitThrottleEvent } from './emit-throttle-event.ts'
import type { AttemptResult, AttemptSource } from './password-attempts.ts'

export type PasswordAttempt = {
  attemptKey: string
  source: AttemptSource
  /** For the audit record; null if no account has the email address. */
  accountId: string | null
  client: Client
}

type AttemptCall = Pick<Call, 'requestId' | 'signal'>

/**
 * Counts the attempt before the check, so that concurrent attempts are counted too. Refunds it if the password is right or
 * was not checked. Counts attempts for an email address without an account in the same way. Fails if Redis is unavailable,
 * because attempts would be unlimited.
 */
export async function attemptPassword(
  ctx: Pick<AuthContext, 'audit' | 'clock' | 'throttle'>,
  attempt: PasswordAttempt,
  check: () => Promise<boolean>,
  call: AttemptCall,
): Promise<boolean> {
  const taken = await takeAttempt(ctx, attempt, call)
  let matches = false
  try {
    matches = await check()
  } catch (error) {
    await taken.refund()
    throw error
  }
  await (matches ? taken.resetFailures() : taken.countFailure())
  return matches
}

async function takeAttempt(
  ctx: Pick<AuthContext, 'audit' | 'clock' | 'throttle'>,
  attempt: PasswordAttempt,
  call: AttemptCall,
) {
  const { attempts, queues, limiter } = ctx.throttle
  const { attemptKey } = attempt
  const clientBuckets = clientAddressBuckets(ctx, attempt.source)
  // The limit of the client address comes first, so that a blocked address does not use up attempts of the
  // accounts it attacks.
  if (clientBuckets.length > 0) await takeClientBuckets(ctx, clientBuckets, attempt, call)
  const refundClientBuckets = async () => {
    if (clientBuckets.length > 0) await limiter.take(clientBuckets, -1)
  }

  const result = await takeOrWait(ctx, attempt, call)
  if (result.outcome !== 'taken') {
    await refundClientBuckets()
    throw await throttleError(ctx, result, attempt, call)
  }
  const wakeAfter = async (counted: Promise<unknown>) => {
    await counted
    queues.wake(counterKey(attemptKey, result))
  }
  return {
    countFailure: () => wakeAfter(attempts.countFailure(attemptKey, result)),
    refund: () => wakeAfter(Promise.all([attempts.refund(attemptKey, result), refundClientBuckets()])),
    resetFailures: () =>
      wakeAfter(Promise.all([attempts.resetFailures(attemptKey, result), refundClientBuckets()])),
  }
}

async function takeOrWait(
  { throttle: { attempts, queues } }: Pick<AuthContext, 'throttle'>,
  { attemptKey, source }: PasswordAttempt,
  { signal }: AttemptCall,
): Promise<AttemptResult> {
  const first = await attempts.take(attemptKey, source)
  if (first.outcome !== 'tooManyInFlight') return first
  const retry = async () => {
    const next = await attempts.take(attemptKey, source)
    return next.outcome === 'tooManyInFlight' ? null : next
  }
  return (await queues.wait(counterKey(attemptKey, first), retry, signal)) ?? first
}

function counterKey(attemptKey: string, { sourceField }: AttemptResult): string {
  return `${sourceField} ${attemptKey}`
}

/** Known devices and signed-in callers are exempt: they may share an address with an attacker. */
function clientAddressBuckets(
  { throttle: { limits } }: Pick<AuthContext, 'throttle'>,
  source: AttemptSource,
): Limit[] {
  if (!('clientAddress' in source)) return []
  return (['auth:password:address', 'auth:password:address:hourly'] as const).flatMap((bucket) =>
    addressLimits({ ...limits[bucket], bucket, key: 'password' }, source.clientAddress),
  )
}

async function takeClientBuckets(
  ctx: Pick<AuthContext, 'audit' | 'throttle'>,
  limits: Limit[],
  attempt: PasswordAttempt,
  call: Pick<Call, 'requestId'>,
): Promise<void> {
  const { allowed, state } = await ctx.throttle.limiter.take(limits)
  if (allowed) return
  const key = addressNetwork(attempt.client.address)
  await emitThrottleEvent(ctx, { limit: 'address', key, accountId: null, client: attempt.client }, call)
  throw rateLimited(state)
}

async function throttleError(
  ctx: Pick<AuthContext, 'audit' | 'clock' | 'throttle'>,
  result: Exclude<AttemptResult, { outcome: 'taken' }>,
  attempt: PasswordAttempt,
  call: AttemptCall,
): Promise<ServiceError> {
  const { accountId, client } = attempt
  if (result.outcome === 'tooManyInFlight') return tooManyAttempts(ctx, 1000)

  const limit = result.outcome === 'locked' ? 'lockout' : 'account'
  await emitThrottleEvent(
    ctx,
    { limit, key: counterKey(attempt.attemptKey, result), accountId, client },
    call,
  )
  if (result.outcome === 'locked') return new ServiceError('PASSWORD_LOGIN_DISABLED')
  return tooManyAttempts(ctx, result.waitMs)
}

function tooManyAttempts(
  { clock, throttle }: Pick<AuthContext, 'clock' | 'throttle'>,
  waitMs: number,
): ServiceError {
  const limit = throttle.attempts.failuresBeforeDelay
  const state = { bucket: 'auth:password', limit, remaining: 0, resetAt: (clock.now() + waitMs) / 1000 }
  return rateLimited({ ...state, retryAfter: Math.max(0.001, waitMs / 1000), global: false })
}
