import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import { rateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { windowLimiter } from '@gatehouse/service-kit/limits/window-limiter'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { attemptQueues } from './attempt-queues.ts'
import { deviceTokens } from './device-token.ts'
import type { OperationLimits } from './operation-limits.ts'
import { passwordAttempts } from './password-attempts.ts'

export type Throttle = ReturnType<typeof openThrottle>

type Options = {
  redis: RedisClient
  prefix: string
  clock: Clock
  keyRing: KeyRing
  scale: number
  limits: OperationLimits
  inFlightMs: number
  attemptWaitMs: number
}

export function openThrottle({
  redis,
  prefix,
  clock,
  keyRing,
  scale,
  limits,
  inFlightMs,
  attemptWaitMs,
}: Options) {
  const limiting = { redis, prefix, service: 'auth', clock } as const
  const limiter = rateLimiter({ ...limiting, scale })
  const unscaled = rateLimiter({ ...limiting, scale: 1 })
  return {
    limiter,
    windowLimiter: windowLimiter({ ...limiting, scale }),
    limits,
    attempts: passwordAttempts({ redis, prefix, clock, scale, limit: limits['auth:password'], inFlightMs }),
    queues: attemptQueues({ maxWaitMs: attemptWaitMs }),
    devices: deviceTokens({ keyRing, clock }),

    /** Counts in a bucket of the account. Fails with RATE_LIMITED. */
    async takeForAccount(bucket: keyof OperationLimits, accountId: string): Promise<void> {
      const taken = await limiter.take([{ ...limits[bucket], bucket, key: `account:${accountId}` }])
      if (!taken.allowed) throw rateLimited(taken.state)
    },

    /** True once per window and name, so that a burst of attempts emits one event. */
    async takeFirstInWindow(name: string): Promise<boolean> {
      const { windowSeconds } = limits['auth:password']
      const key = `reported:${digestText(name)}`
      return (await unscaled.take([{ bucket: 'reported', key, limit: 1, windowSeconds }])).allowed
    },
  }
}
