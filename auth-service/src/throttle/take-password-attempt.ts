import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import type { Limit } from '@gatehouse/service-kit/limits/gcra'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { addressNetwork } from '@gatehouse/service-kit/net/address-prefix'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { AttemptQueues } from './attempt-queues.ts'
import type { CountedAttempt } from './counted-attempt.ts'
import type { OperationLimits } from './operation-limits.ts'
import type { AttemptResult, AttemptSource, PasswordAttempts, TakenAttempt } from './password-attempts.ts'
import type { ReportThrottling } from './report-throttling.ts'

export type PasswordAttempt = {
  attemptKey: string
  source: AttemptSource
  /** For the audit record; null if no account has the email address. */
  accountId: string | null
  client: Client
}

type Parts = {
  attempts: PasswordAttempts
  queues: AttemptQueues
  limiter: RateLimiter
  limits: OperationLimits
  clock: Clock
  report: ReportThrottling
}

type AttemptCall = Pick<Call, 'requestId' | 'signal'>

export function passwordAttemptTaker({ attempts, queues, limiter, limits, clock, report }: Parts) {
  /** Known devices and signed-in callers are exempt: they may share an address with an attacker. */
  function clientAddressBuckets(source: AttemptSource): Limit[] {
    if (!('clientAddress' in source)) return []
    return (['auth:password:address', 'auth:password:address:hourly'] as const).flatMap((bucket) =>
      addressLimits({ ...limits[bucket], bucket, key: 'password' }, source.clientAddress),
    )
  }

  async function takeClientBuckets(taken: Limit[], { client }: PasswordAttempt, call: AttemptCall) {
    const { allowed, state } = await limiter.take(taken)
    if (allowed) return
    const key = addressNetwork(client.address)
    await report({ limit: 'address', key, accountId: null, client }, call)
    throw rateLimited(state)
  }

  async function takeOrWait(
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

  async function throttleError(
    result: Exclude<AttemptResult, { outcome: 'taken' }>,
    { attemptKey, accountId, client }: PasswordAttempt,
    call: AttemptCall,
  ): Promise<ServiceError> {
    if (result.outcome === 'tooManyInFlight') return tooManyAttempts(1000)
    const limit = result.outcome === 'locked' ? 'lockout' : 'account'
    await report({ limit, key: counterKey(attemptKey, result), accountId, client }, call)
    return result.outcome === 'locked'
      ? new ServiceError('PASSWORD_LOGIN_DISABLED')
      : tooManyAttempts(result.waitMs)
  }

  function tooManyAttempts(waitMs: number): ServiceError {
    const limit = attempts.failuresBeforeDelay
    const state = { bucket: 'auth:password', limit, remaining: 0, resetAt: (clock.now() + waitMs) / 1000 }
    return rateLimited({ ...state, retryAfter: Math.max(0.001, waitMs / 1000), global: false })
  }

  /**
   * Counts attempts for an email address without an account in the same way. Fails with RATE_LIMITED or
   * PASSWORD_LOGIN_DISABLED, and if Redis is unavailable, because attempts would be unlimited.
   */
  return async (
    attempt: PasswordAttempt,
    call: AttemptCall,
  ): Promise<CountedAttempt & Pick<TakenAttempt, 'sinceMs'>> => {
    const { attemptKey, source } = attempt
    const clientBuckets = clientAddressBuckets(source)
    // The limit of the client address comes first, so that a blocked address does not use up attempts of the
    // accounts it attacks.
    if (clientBuckets.length > 0) await takeClientBuckets(clientBuckets, attempt, call)
    const refundClientBuckets = async () => {
      if (clientBuckets.length > 0) await limiter.take(clientBuckets, -1)
    }

    const result = await takeOrWait(attempt, call)
    if (result.outcome !== 'taken') {
      await refundClientBuckets()
      throw await throttleError(result, attempt, call)
    }
    const end = async (outcome: 'succeeded' | 'failed' | 'refunded') => {
      const refunded = outcome === 'failed' ? null : refundClientBuckets()
      await Promise.all([attempts.end(attemptKey, result, outcome), refunded])
      queues.wake(counterKey(attemptKey, result))
    }
    return {
      sinceMs: result.sinceMs,
      succeed: () => end('succeeded'),
      fail: () => end('failed'),
      refund: () => end('refunded'),
    }
  }
}

function counterKey(attemptKey: string, { sourceField }: AttemptResult): string {
  return `${sourceField} ${attemptKey}`
}
