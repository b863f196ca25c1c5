import { rateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { digest } from '@gatehouse/service-kit/tokens/secret-token'
import { deviceTokens } from './device-token.ts'
import type { InnerLimits } from './inner-limits.ts'
import { passwordAttempts } from './password-attempts.ts'
import { waitingLines } from './waiting-lines.ts'

export type Throttle = ReturnType<typeof openThrottle>

type Options = {
  redis: RedisClient
  prefix: string
  clock: Clock
  keyRing: KeyRing
  /** The factor on every limit but the one that closes a password. */
  scale: number
  limits: InnerLimits
}

/** What stands between strangers and the passwords of accounts, and between one sender and many registrations. */
export function openThrottle({ redis, prefix, clock, keyRing, scale, limits }: Options) {
  const limiting = { redis, prefix, service: 'auth', clock } as const
  const often = rateLimiter({ ...limiting, scale: 1 })
  return {
    limiter: rateLimiter({ ...limiting, scale }),
    limits,
    tries: passwordAttempts({ redis, prefix, clock, scale, pace: limits['auth:password'] }),
    /** Of those whose password may be checked only once the outcome of others is known. */
    lines: waitingLines(),
    devices: deviceTokens({ keyRing, clock }),

    /** Whether something was not told yet in this window: a storm of tries is one record, not one for each. */
    async isNews(what: string): Promise<boolean> {
      const { windowSeconds } = limits['auth:password']
      const key = `told:${digest(what).toString('base64url')}`
      return (await often.take([{ bucket: 'told', key, limit: 1, windowSeconds }])).allowed
    },
  }
}
