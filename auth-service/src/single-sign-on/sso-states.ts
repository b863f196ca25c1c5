import { oneTimeValues } from '@gatehouse/service-kit/storage/one-time-values'
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
  /** Whether the person had to sign in again, and the provider was asked when. Absent in states of older versions. */
  isFresh: z.boolean().optional(),
  fromBrowser: z.boolean(),
  /** base64url SHA-256 of the secret of the browser. */
  verifierDigest: z.string(),
  /** The session that connects its account to the person who signs in; absent for a sign-in. */
  connects: z.object({ accountId: z.string(), sessionIdHash: z.string() }).optional(),
  /** The session of an administrator who tests the settings. */
  tests: z.object({ accountId: z.string(), sessionIdHash: z.string() }).optional(),
})

export type PendingSso = z.infer<typeof pendingSso>

type Options = { redis: RedisClient; prefix: string; clock: Clock; keyRing: KeyRing }

export function ssoStates({ redis, prefix, clock, keyRing }: Options) {
  const values = oneTimeValues({ redis, clock, keyRing, schema: pendingSso, lifetimeMs })
  const keyOf = (state: string) => `${prefix}sso-state:${digestText(state)}`

  return {
    store: (state: string, pending: PendingSso) => values.put(keyOf(state), pending),
    /** Null for a state that is unknown, expired or used. It is removed in the same step. */
    take: (state: string) => values.take(keyOf(state)),
  }
}
