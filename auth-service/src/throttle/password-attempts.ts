import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import type { LimitValue } from '@gatehouse/service-kit/process/limits-text'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Script, ScriptArgs } from '@gatehouse/service-kit/storage/redis-script'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digest } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import {
  type AttemptRules,
  clearFailures,
  countFailure,
  refundAttempt,
  rememberAddress,
  resetFailures,
  takeAttempt,
  unknownSources,
} from './attempt-scripts.ts'

/** Whose attempts are counted together: attempt-scripts.ts. */
export type AttemptSource = { deviceId: string } | { signedIn: true } | { clientAddress: string }

/** An attempt that may be checked now; it counts for `sourceField`. */
export type TakenAttempt = { outcome: 'taken'; sourceField: string; takenAt: number }

export type AttemptResult =
  | { outcome: 'locked'; sourceField: string }
  | { outcome: 'tooManyInFlight'; sourceField: string }
  | { outcome: 'wait'; sourceField: string; endsAt: number }
  | TakenAttempt

const day = 24 * 60 * 60_000

/** The lockout threshold is that of NIST SP 800-63B-4, section 3.2.2. */
const fixedRules = {
  maxWaitMs: 15 * 60_000,
  lockoutThreshold: 100,
  failuresTtlMs: 90 * day,
  // An attacker who guesses once for many email addresses must not fill Redis for months.
  maxFewFailures: 4,
  fewFailuresTtlMs: day,
  addressTtlMs: 30 * day,
  // Longer than the deadline of any call.
  inFlightMs: 10_000,
}
const maxKnown = 200

const signedIn = 'signed-in'

/** The key that attempts are counted by: that of the email address, or the typed text if it is none. */
export function attemptKey(email: string): string {
  return readEmailAddress(email)?.key ?? email.trim().toLowerCase()
}

/** Identifies the attempts of an account: by its email address, as at sign-in, or by its id if it has none. */
export function accountAttemptKey({ id, email }: Pick<Account, 'id' | 'email'>): string {
  return email ?? id
}

type Options = { redis: RedisClient; prefix: string; scale: number; clock: Clock; limit: LimitValue }

/**
 * Counts failed password attempts by email address in Redis. The key is a digest of the email address: those without an
 * account are counted alike, and none is stored. `limit` is the number of failures without a delay.
 */
export function passwordAttempts({ redis, prefix, scale, clock, limit }: Options) {
  const failuresBeforeDelay = Math.max(1, Math.floor(limit.limit * scale))
  const rules: AttemptRules = { ...fixedRules, failuresBeforeDelay, windowMs: limit.windowSeconds * 1000 }
  const keyOf = (email: string) =>
    `${prefix}password-attempts:{${digest(attemptKey(email)).toString('base64url')}}`
  const run = <Args extends ScriptArgs, Reply>(
    script: Script<AttemptRules & Args, Reply>,
    email: string,
    args: Args,
  ): Promise<Reply> => script(redis, [keyOf(email)], { ...rules, ...args })

  return {
    failuresBeforeDelay,

    /** Takes an attempt before its password is checked, so that concurrent ones are counted too. */
    async take(email: string, source: AttemptSource): Promise<AttemptResult> {
      const takenAt = clock.now()
      const [sourceField, outcome, endsAt] = await run(takeAttempt, email, {
        ...sourceOf(source),
        now: takenAt,
      })
      if (outcome === 'wait') return { outcome, sourceField, endsAt: Number(endsAt) }
      return outcome === 'taken' ? { outcome, sourceField, takenAt } : { outcome, sourceField }
    },

    async countFailure(email: string, { sourceField, takenAt }: TakenAttempt): Promise<void> {
      await run(countFailure, email, { sourceField, takenAt, now: clock.now() })
    },

    /** Ends an attempt whose password was not checked. */
    async refund(email: string, { sourceField, takenAt }: TakenAttempt): Promise<void> {
      await run(refundAttempt, email, { sourceField, takenAt, now: clock.now() })
    },

    async resetFailures(email: string, { sourceField, takenAt }: TakenAttempt): Promise<void> {
      await run(resetFailures, email, { sourceField, takenAt, now: clock.now() })
    },

    async rememberAddress(email: string, clientAddress: string): Promise<void> {
      await run(rememberAddress, email, {
        addressKey: addressKey(clientAddress),
        maxKnown,
        protected: [unknownSources, signedIn],
        now: clock.now(),
      })
    },

    /** Clears all failures and a lockout, but not the known client addresses. */
    async clearFailures(email: string): Promise<void> {
      await run(clearFailures, email, { now: clock.now() })
    },

    /** Clears the known client addresses too. */
    async clear(email: string): Promise<void> {
      await redis.del(keyOf(email))
    },
  }
}

function sourceOf(source: AttemptSource): { sourceField: string } | { addressKey: string } {
  if ('deviceId' in source) return { sourceField: `device:${source.deviceId}` }
  if ('signedIn' in source) return { sourceField: signedIn }
  return { addressKey: addressKey(source.clientAddress) }
}

/** `location` is the stored name of a client address (IPv6: /64). */
function addressKey(clientAddress: string): string {
  return `location:${addressPrefix(clientAddress)}`
}
