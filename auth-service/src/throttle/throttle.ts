import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import { rateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { windowLimiter } from '@gatehouse/service-kit/limits/window-limiter'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { AuditLog } from '../audit/audit-log.ts'
import { attemptQueues } from './attempt-queues.ts'
import { deviceTokens } from './device-token.ts'
import type { OperationLimits } from './operation-limits.ts'
import { passwordAttempts } from './password-attempts.ts'
import { throttlingReports } from './report-throttling.ts'
import { passwordAttemptTaker } from './take-password-attempt.ts'
import { registrationTaker } from './take-registration.ts'

export type Throttle = ReturnType<typeof openThrottle>

type Options = {
  redis: RedisClient
  prefix: string
  clock: Clock
  keyRing: KeyRing
  audit: Pick<AuditLog, 'emit'>
  scale: number
  limits: OperationLimits
  inFlightMs: number
  attemptWaitMs: number
}

export function openThrottle(options: Options) {
  const { redis, prefix, clock, keyRing, scale, limits, inFlightMs, attemptWaitMs } = options
  const limiting = { redis, prefix, service: 'auth', clock } as const
  const limiter = rateLimiter({ ...limiting, scale })
  const unscaled = rateLimiter({ ...limiting, scale: 1 })
  const attempts = passwordAttempts({
    redis,
    prefix,
    clock,
    scale,
    limit: limits['auth:password'],
    inFlightMs,
  })
  const queues = attemptQueues({ maxWaitMs: attemptWaitMs })
  const report = throttlingReports({ audit: options.audit, takeFirstInWindow })

  async function takeFirstInWindow(
    name: string,
    bucket: keyof OperationLimits = 'auth:password',
  ): Promise<{ giveBack(): Promise<void> } | null> {
    const { windowSeconds } = limits[bucket]
    const key = `reported:${digestText(name)}`
    const limit = [{ bucket: 'reported', key, limit: 1, windowSeconds }]
    if (!(await unscaled.take(limit)).allowed) return null
    return {
      async giveBack() {
        await unscaled.take(limit, -1)
      },
    }
  }

  return {
    windowLimiter: windowLimiter({ ...limiting, scale }),
    /** For failed attempts, which no scale makes more of. */
    unscaledWindows: windowLimiter({ ...limiting, scale: 1 }),
    limits,
    attempts,
    devices: deviceTokens({ keyRing, clock }),
    report,
    /** Null but for the first in a window, that of the bucket, so that a burst of attempts emits one event. */
    takeFirstInWindow,
    takePasswordAttempt: passwordAttemptTaker({ attempts, queues, limiter, limits, clock, report }),
    ...registrationTaker({ limiter, limits, report }),

    /** Counts in a bucket of the account. Fails with RATE_LIMITED. */
    async takeForAccount(bucket: keyof OperationLimits, accountId: string): Promise<void> {
      const taken = await limiter.take([{ ...limits[bucket], bucket, key: `account:${accountId}` }])
      if (!taken.allowed) throw rateLimited(taken.state)
    },

    metrics: queues.metrics,
  }
}
