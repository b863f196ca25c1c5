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

const storedChallenge = z.object({ purpose: z.string(), expiresAt: z.number() })

/** WebAuthn L3, 13.4.3: challenges are random, and accepted once. */
export function passkeyChallenges({
  redis,
  prefix,
  clock,
}: {
  redis: RedisClient
  prefix: string
  clock: Clock
}) {
  const keyOf = (challenge: string) => `${prefix}passkey-challenge:${digestText(challenge)}`

  return {
    lifetimeMs,

    async store(challenge: string, purpose: ChallengePurpose): Promise<void> {
      const expiresAt = clock.now() + lifetimeMs
      const value = JSON.stringify({ purpose: JSON.stringify(purpose), expiresAt })
      // A minute more for clocks that differ.
      await redis.set(keyOf(challenge), value, 'PX', lifetimeMs + 60_000)
    },

    /** Whether the challenge was stored for this purpose. It is removed in the same step. */
    async take(challenge: string, purpose: ChallengePurpose): Promise<boolean> {
      const value = await redis.getdel(keyOf(challenge))
      if (value === null) return false
      const stored = storedChallenge.parse(JSON.parse(value))
      return stored.purpose === JSON.stringify(purpose) && clock.now() < stored.expiresAt
    },
  }
}
