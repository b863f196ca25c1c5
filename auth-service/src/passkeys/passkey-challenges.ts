import { oneTimeValues } from '@gatehouse/service-kit/storage/one-time-values'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { z } from 'zod'

const lifetimeMs = 5 * 60_000

/** What the challenge was issued for. It is accepted for nothing else. */
export type ChallengePurpose =
  | { for: 'registration'; accountId: string; sessionIdHash: string }
  | { for: 'sign-in' }
  | { for: 'second-factor'; ticketKey: string }
  | { for: 'step-up'; accountId: string; sessionIdHash: string }

const issued = z.object({ purpose: z.string() })

type Options = { redis: RedisClient; prefix: string; clock: Clock }

/** WebAuthn L3, 13.4.3: challenges are random, and accepted once. */
export function passkeyChallenges({ redis, prefix, clock }: Options) {
  const values = oneTimeValues({ redis, clock, schema: issued, lifetimeMs })
  const keyOf = (challenge: string) => `${prefix}passkey-challenge:${digestText(challenge)}`

  return {
    lifetimeMs,

    store: (challenge: string, purpose: ChallengePurpose) =>
      values.put(keyOf(challenge), { purpose: JSON.stringify(purpose) }),

    /** Whether the challenge was stored for this purpose. It is removed in the same step. */
    async take(challenge: string, purpose: ChallengePurpose): Promise<boolean> {
      const stored = await values.take(keyOf(challenge))
      return stored?.purpose === JSON.stringify(purpose)
    },
  }
}
