import { oneTimeValues } from '@gatehouse/service-kit/storage/one-time-values'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { z } from 'zod'

const lifetimeMs = 10 * 60_000
const proved = z.object({ phone: z.string() })

/** Prove that an account receives messages to a phone number. */
export function phoneTokens({ redis, prefix, clock }: { redis: RedisClient; prefix: string; clock: Clock }) {
  const values = oneTimeValues({ redis, clock, schema: proved, lifetimeMs })
  const keyOf = (accountId: string, token: string) =>
    `${prefix}mfa:{${accountId}}:phone-token:${digestText(token)}`

  return {
    async issue(accountId: string, phone: string): Promise<string> {
      const token = newSecret()
      await values.put(keyOf(accountId, token), { phone })
      return token
    },

    /** The phone number. The token is removed in the same step; null if it is unknown, expired or used. */
    async take(accountId: string, token: string): Promise<string | null> {
      return (await values.take(keyOf(accountId, token)))?.phone ?? null
    },
  }
}
