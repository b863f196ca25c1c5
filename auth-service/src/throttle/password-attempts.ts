import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import type { LimitValue } from '@gatehouse/service-kit/process/limits-text'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Script, ScriptArgs } from '@gatehouse/service-kit/storage/redis-script'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digest } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import {
  countFailure,
  keepPlaces,
  notePlace,
  refundAttempt,
  resetFailures,
  type TryRules,
  takeAttempt,
} from './attempt-scripts.ts'

/**
 * Who tries, as far as it decides whose budget it is: a known device by its id, a caller who is signed in already, or whoever
 * comes from an address, which may be a place the account knows.
 */
export type AttemptSource = { deviceId: string } | { signedIn: true } | { address: string }

/** A try that may be checked now; `field` is whose budget it came from. */
export type TakenAttempt = { outcome: 'taken'; field: string; takenAt: number }

/** What became of a try. */
export type TryResult =
  | { outcome: 'closed'; field: string }
  | { outcome: 'busy'; field: string }
  | { outcome: 'wait'; field: string; endsAt: number }
  | TakenAttempt

const day = 24 * 60 * 60_000

/** What no setting moves. The lockout is that of NIST SP 800-63B-4, section 3.2.2. */
const fixedRules = {
  maxWaitMs: 15 * 60_000,
  lockoutThreshold: 100,
  failuresLastMs: 90 * day,
  // Somebody who guesses once at many addresses must not fill Redis for months.
  maxFewFailures: 4,
  fewFailuresLastMs: day,
  placeLastsMs: 30 * day,
  // Longer than the deadline of any call.
  inFlightMs: 10_000,
}
/** Places and devices remembered of one address. */
const maxKnown = 200

const strangers = 'strangers'
const signedIn = 'signed-in'

/** By what tries are counted: what an address is looked up by, and the text itself when it can be none. */
export function attemptKey(email: string): string {
  return readEmailAddress(email)?.key ?? email.trim().toLowerCase()
}

/** What stands for an account where tries of its password are counted: its address, as at sign-in, or its id while it has none. */
export function accountAttemptKey({ id, email }: Pick<Account, 'id' | 'email'>): string {
  return email ?? id
}

type Options = { redis: RedisClient; prefix: string; scale: number; clock: Clock; pace: LimitValue }

/**
 * Failed tries of passwords by email address, typed or stored, in Redis. The key is a digest of the address, so that addresses
 * without an account are counted alike and none is written down. `pace` is how many are free.
 */
export function passwordAttempts({ redis, prefix, scale, clock, pace }: Options) {
  const free = Math.max(1, Math.floor(pace.limit * scale))
  const rules: TryRules = { ...fixedRules, free, windowMs: pace.windowSeconds * 1000 }
  const keyOf = (email: string) =>
    `${prefix}password-tries:{${digest(attemptKey(email)).toString('base64url')}}`
  const run = <Args extends ScriptArgs, Reply>(
    script: Script<TryRules & Args, Reply>,
    email: string,
    args: Args,
  ): Promise<Reply> => script(redis, [keyOf(email)], { ...rules, ...args })

  return {
    free,

    /** Takes a try before its password is looked at, so that many at once are counted too. */
    async take(email: string, source: AttemptSource): Promise<TryResult> {
      const takenAt = clock.now()
      const [field, outcome, endsAt] = await run(takeAttempt, email, { ...sourceOf(source), now: takenAt })
      if (outcome === 'wait') return { outcome, field, endsAt: Number(endsAt) }
      return outcome === 'taken' ? { outcome, field, takenAt } : { outcome, field }
    },

    /** The password was wrong. */
    async countFailure(email: string, { field, takenAt }: TakenAttempt): Promise<void> {
      await run(countFailure, email, { field, takenAt, now: clock.now() })
    },

    /** The password was not looked at. */
    async refund(email: string, { field, takenAt }: TakenAttempt): Promise<void> {
      await run(refundAttempt, email, { field, takenAt, now: clock.now() })
    },

    /** The password was right. */
    async resetFailures(email: string, { field, takenAt }: TakenAttempt): Promise<void> {
      await run(resetFailures, email, { field, takenAt, now: clock.now() })
    },

    /** Makes the place of this address a known one. */
    async notePlace(email: string, address: string): Promise<void> {
      const place = locationOf(address)
      await run(notePlace, email, { place, maxKnown, stay: [strangers, signedIn], now: clock.now() })
    },

    /** Forgets every failed try, which opens a closed password again. Known places stay known. */
    async keepPlaces(email: string): Promise<void> {
      await run(keepPlaces, email, { now: clock.now() })
    },

    /** Forgets the known places as well. */
    async forget(email: string): Promise<void> {
      await redis.del(keyOf(email))
    },
  }
}

function sourceOf(source: AttemptSource): { field: string } | { place: string } {
  if ('deviceId' in source) return { field: `device:${source.deviceId}` }
  if ('signedIn' in source) return { field: signedIn }
  return { place: locationOf(source.address) }
}

function locationOf(address: string): string {
  return `place:${addressPrefix(address)}`
}
