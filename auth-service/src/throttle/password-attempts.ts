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
  rememberLocation,
  resetFailures,
  takeAttempt,
} from './attempt-scripts.ts'

/** The source whose budget an attempt uses: a known device, a signed-in caller, or an address, which may be a known location. */
export type AttemptSource = { deviceId: string } | { signedIn: true } | { address: string }

/** An attempt that may be checked now; `field` is the budget it was taken from. */
export type TakenAttempt = { outcome: 'taken'; field: string; takenAt: number }

export type AttemptResult =
  | { outcome: 'locked'; field: string }
  | { outcome: 'busy'; field: string }
  | { outcome: 'wait'; field: string; endsAt: number }
  | TakenAttempt

const day = 24 * 60 * 60_000

/** The lockout threshold is that of NIST SP 800-63B-4, section 3.2.2. */
const fixedRules = {
  maxWaitMs: 15 * 60_000,
  lockoutThreshold: 100,
  failuresTtlMs: 90 * day,
  // An attacker who guesses once for many addresses must not fill Redis for months.
  maxFewFailures: 4,
  fewFailuresTtlMs: day,
  locationTtlMs: 30 * day,
  // Longer than the deadline of any call.
  inFlightMs: 10_000,
}
const maxKnown = 200

const strangers = 'strangers'
const signedIn = 'signed-in'

/** The key that attempts are counted by: that of the address, or the typed text if it is no address. */
export function attemptKey(email: string): string {
  return readEmailAddress(email)?.key ?? email.trim().toLowerCase()
}

/** Identifies the attempts of an account: by its address, as at sign-in, or by its id if it has none. */
export function accountAttemptKey({ id, email }: Pick<Account, 'id' | 'email'>): string {
  return email ?? id
}

type Options = { redis: RedisClient; prefix: string; scale: number; clock: Clock; limit: LimitValue }

/**
 * Counts failed password attempts by email address in Redis. The key is a digest of the address: addresses without an account are
 * counted alike, and none is stored. `limit` is the number of failures without a wait.
 */
export function passwordAttempts({ redis, prefix, scale, clock, limit }: Options) {
  const free = Math.max(1, Math.floor(limit.limit * scale))
  const rules: AttemptRules = { ...fixedRules, free, windowMs: limit.windowSeconds * 1000 }
  const keyOf = (email: string) =>
    `${prefix}password-attempts:{${digest(attemptKey(email)).toString('base64url')}}`
  const run = <Args extends ScriptArgs, Reply>(
    script: Script<AttemptRules & Args, Reply>,
    email: string,
    args: Args,
  ): Promise<Reply> => script(redis, [keyOf(email)], { ...rules, ...args })

  return {
    free,

    /** Takes an attempt before its password is checked, so that concurrent ones are counted too. */
    async take(email: string, source: AttemptSource): Promise<AttemptResult> {
      const takenAt = clock.now()
      const [field, outcome, endsAt] = await run(takeAttempt, email, { ...sourceOf(source), now: takenAt })
      if (outcome === 'wait') return { outcome, field, endsAt: Number(endsAt) }
      return outcome === 'taken' ? { outcome, field, takenAt } : { outcome, field }
    },

    async countFailure(email: string, { field, takenAt }: TakenAttempt): Promise<void> {
      await run(countFailure, email, { field, takenAt, now: clock.now() })
    },

    /** Ends an attempt whose password was not checked. */
    async refund(email: string, { field, takenAt }: TakenAttempt): Promise<void> {
      await run(refundAttempt, email, { field, takenAt, now: clock.now() })
    },

    async resetFailures(email: string, { field, takenAt }: TakenAttempt): Promise<void> {
      await run(resetFailures, email, { field, takenAt, now: clock.now() })
    },

    async rememberLocation(email: string, address: string): Promise<void> {
      const location = locationOf(address)
      await run(rememberLocation, email, {
        location,
        maxKnown,
        protected: [strangers, signedIn],
        now: clock.now(),
      })
    },

    /** Clears all failures and a lockout, but not the known locations. */
    async clearFailures(email: string): Promise<void> {
      await run(clearFailures, email, { now: clock.now() })
    },

    /** Clears the known locations too. */
    async clear(email: string): Promise<void> {
      await redis.del(keyOf(email))
    },
  }
}

function sourceOf(source: AttemptSource): { field: string } | { location: string } {
  if ('deviceId' in source) return { field: `device:${source.deviceId}` }
  if ('signedIn' in source) return { field: signedIn }
  return { location: locationOf(source.address) }
}

function locationOf(address: string): string {
  return `location:${addressPrefix(address)}`
}
