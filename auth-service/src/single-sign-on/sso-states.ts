import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { z } from 'zod'

const lifetimeMs = 10 * 60_000

/** A sign-in at the provider that is not complete. */
const pendingSso = z.object({
  /** Of the settings: a change voids the sign-in. */
  revision: z.number(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
  redirectTo: z.string(),
  fromBrowser: z.boolean(),
  /** base64url SHA-256 of the secret of the browser. */
  verifierDigest: z.string(),
  expiresAt: z.number(),
})

export type PendingSso = z.infer<typeof pendingSso>

type Options = { redis: RedisClient; prefix: string; clock: Clock; keyRing: KeyRing }

export function ssoStates({ redis, prefix, clock, keyRing }: Options) {
  const keyOf = (state: string) => `${prefix}sso-state:${digestText(state)}`

  return {
    async store(state: string, pending: Omit<PendingSso, 'expiresAt'>): Promise<void> {
      const key = keyOf(state)
      const value = JSON.stringify({ ...pending, expiresAt: clock.now() + lifetimeMs })
      // A minute more for clocks that differ.
      await redis.set(key, keyRing.seal(value, key), 'PX', lifetimeMs + 60_000)
    },

    /** Null for a state that is unknown, expired or used. It is removed in the same step. */
    async take(state: string): Promise<PendingSso | null> {
      const key = keyOf(state)
      const value = await redis.getdel(key)
      if (value === null) return null
      const pending = pendingSso.parse(JSON.parse(keyRing.open(value, key)))
      return clock.now() < pending.expiresAt ? pending : null
    },
  }
}
