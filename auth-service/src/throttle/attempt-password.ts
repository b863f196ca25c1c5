import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { Limit } from '@gatehouse/service-kit/limits/rate-limiter'
import { addressNetwork } from '@gatehouse/service-kit/net/address-prefix'
import { type AttemptSource, attemptKey, type TryResult } from './password-attempts.ts'
import { recordThrottle, type ThrottleContext } from './record-throttle.ts'

/** One try of a password: of which email address, typed or stored, and by whom. */
export type PasswordAttempt = {
  email: string
  source: AttemptSource
  /** Whose password it would be, for the record; null when the address belongs to nobody. */
  accountId: string | null
  client?: Client | undefined
}

type TryCall = Pick<Call, 'requestId' | 'signal'>

/**
 * Checks a password unless there were too many wrong ones. The try is counted first, so that a hundred at once are counted, and
 * given back when the password is right or was never checked. When so many are in flight that their outcome decides, it waits for
 * that. Fails with RATE_LIMITED or PASSWORD_LOGIN_DISABLED, the same for addresses without an account, and with
 * SERVICE_UNAVAILABLE while Redis is away: uncounted tries would be free ones. Guarded by login-throttle.test.ts.
 */
export async function attemptPassword(
  ctx: ThrottleContext,
  attempt: PasswordAttempt,
  check: () => Promise<boolean>,
  call: TryCall,
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

async function takeAttempt(ctx: ThrottleContext, attempt: PasswordAttempt, call: TryCall) {
  const { tries, lines, limiter } = ctx.throttle
  const { email } = attempt
  const ofAddress = limitsOfAddress(ctx, attempt.source)
  // The address first: one that is spent then leaves no trace at the accounts it aims at.
  if (ofAddress.length > 0) await takeOfAddress(ctx, ofAddress, attempt, call)
  const refundAddress = async () => {
    if (ofAddress.length > 0) await limiter.take(ofAddress, -1)
  }

  const taken = await takeInTurn(ctx, attempt, call)
  if (taken.outcome !== 'taken') {
    await refundAddress()
    throw await toServiceError(ctx, taken, attempt, call)
  }
  const settle = async (counted: Promise<unknown>) => {
    await counted
    lines.wake(lineOf(email, taken))
  }
  return {
    countFailure: () => settle(tries.countFailure(email, taken)),
    refund: () => settle(Promise.all([tries.refund(email, taken), refundAddress()])),
    resetFailures: () => settle(Promise.all([tries.resetFailures(email, taken), refundAddress()])),
  }
}

async function takeInTurn(
  { throttle: { tries, lines } }: ThrottleContext,
  { email, source }: PasswordAttempt,
  { signal }: TryCall,
): Promise<TryResult> {
  const first = await tries.take(email, source)
  if (first.outcome !== 'busy') return first
  const retry = async () => {
    const next = await tries.take(email, source)
    return next.outcome === 'busy' ? null : next
  }
  return (await lines.wait(lineOf(email, first), retry, signal)) ?? first
}

function lineOf(email: string, { field }: TryResult): string {
  return `${field} ${attemptKey(email)}`
}

/** A known device has its own budget, also where many share an address with somebody who guesses. */
function limitsOfAddress({ throttle: { limits } }: ThrottleContext, source: AttemptSource): Limit[] {
  if (!('address' in source)) return []
  return (['auth:password:address', 'auth:password:address:hourly'] as const).flatMap((bucket) =>
    addressLimits({ ...limits[bucket], bucket, key: 'password' }, source.address),
  )
}

async function takeOfAddress(
  ctx: ThrottleContext,
  limits: Limit[],
  attempt: PasswordAttempt,
  call: Pick<Call, 'requestId'>,
): Promise<void> {
  const { allowed, state } = await ctx.throttle.limiter.take(limits)
  if (allowed) return
  const key = addressNetwork(attempt.client?.address ?? '')
  await recordThrottle(ctx, { limit: 'address', key, accountId: null, client: attempt.client }, call)
  throw rateLimited(state)
}

async function toServiceError(
  ctx: ThrottleContext,
  taken: Exclude<TryResult, { outcome: 'taken' }>,
  attempt: PasswordAttempt,
  call: TryCall,
): Promise<ServiceError> {
  const { accountId, client } = attempt
  const now = ctx.clock.now()
  const { free } = ctx.throttle.tries
  if (taken.outcome === 'busy') return tooManyTries(free, now + 1000, now)

  const limit = taken.outcome === 'closed' ? 'closed' : 'account'
  await recordThrottle(ctx, { limit, key: lineOf(attempt.email, taken), accountId, client }, call)
  if (taken.outcome === 'closed') return new ServiceError('PASSWORD_LOGIN_DISABLED')
  return tooManyTries(free, taken.endsAt, now)
}

function tooManyTries(limit: number, endsAt: number, now: number): ServiceError {
  const retryAfter = Math.max(0.001, (endsAt - now) / 1000)
  const state = { bucket: 'auth:password', limit, remaining: 0, resetAt: endsAt / 1000 }
  return rateLimited({ ...state, retryAfter, global: false })
}
