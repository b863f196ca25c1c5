import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { z } from 'zod'

const lifetimeMs = 10 * 60_000
const storedToken = z.object({ phone: z.string(), expiresAt: z.number() })

/** Prove that an account receives messages to a phone number. */
export function phoneTokens({ redis, prefix, clock }: { redis: RedisClient; prefix: string; clock: Clock }) {
  const keyOf = (accountId: string, token: string) =>
    `${prefix}mfa:{${accountId}}:phone-token:${digestText(token)}`

  return {
    async issue(accountId: string, phone: string): Promise<string> {
      const token = newSecret()
      const value = JSON.stringify({ phone, expiresAt: clock.now() + lifetimeMs })
      // A minute more for clocks that differ.
      await redis.set(keyOf(accountId, token), value, 'PX', lifetimeMs + 60_000)
      return token
    },

    /** The phone number. The token is removed in the same step; null if it is unknown, expired or used. */
    async take(accountId: string, token: string): Promise<string | null> {
      const stored = await redis.getdel(keyOf(accountId, token))
      if (stored === null) return null
      const { phone, expiresAt } = storedToken.parse(JSON.parse(stored))
      return clock.now() < expiresAt ? phone : null
    },
  }
}
