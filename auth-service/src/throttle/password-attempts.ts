import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import type { LimitValue } from '@gatehouse/service-kit/process/limits-text'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { ScriptArgs } from '@gatehouse/service-kit/storage/redis-script'
import type { TimedScript } from '@gatehouse/service-kit/storage/timed-script'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { z } from 'zod'
import type { Account } from '../accounts/account.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import { deadlines } from '../deadlines.ts'
import {
  type AttemptEnd,
  type AttemptRules,
  clearFailuresScript,
  endAttemptScript,
  rememberAddressScript,
  takeAttemptScript,
  unknownSources,
} from './attempt-scripts.ts'

/** Whose attempts are counted together: attempt-scripts.ts. */
export type AttemptSource = { deviceId: string } | { signedIn: true } | { clientAddress: string }

/** `takenAt` is in the time of Redis. */
export type TakenAttempt = {
  outcome: 'taken'
  sourceField: string
  takenAt: number
  /** `msSinceSignIn` of the client address; undefined if the attempt has another source. */
  sinceMs: number | null | undefined
}

export type AttemptResult =
  | { outcome: 'locked'; sourceField: string }
  | { outcome: 'tooManyInFlight'; sourceField: string }
  | { outcome: 'delayed'; sourceField: string; waitMs: number }
  | TakenAttempt

const day = 24 * 60 * 60_000

/** The lockout threshold is that of NIST SP 800-63B-4, section 3.2.2. */
const fixedRules = {
  maxDelayMs: 15 * 60_000,
  lockoutThreshold: 100,
  failuresTtlMs: 90 * day,
  // An attacker who guesses once for many email addresses must not fill Redis for months.
  maxFewFailures: 4,
  fewFailuresTtlMs: day,
  addressTtlMs: 30 * day,
}
const maxKnown = 200

const signedIn = 'signed-in'

/** `seen`: the last sign-in. */
const knownAddress = z.object({ seen: z.number().optional() })

/** The normalised email address, or the typed text if it is none. */
export function emailAttemptKey(email: string, address = readEmailAddress(email)): string {
  return address?.key ?? email.trim().toLowerCase()
}

/** The same for an account: the key of its email address, or its id if it has none. */
export function accountAttemptKey({ id, email }: Pick<Account, 'id' | 'email'>): string {
  return email === null ? id : emailAttemptKey(email)
}

type Options = {
  redis: RedisClient
  prefix: string
  scale: number
  clock: Clock
  limit: LimitValue
  inFlightMs?: number
}

export type PasswordAttempts = ReturnType<typeof passwordAttempts>

/** Keys contain a digest, so that Redis stores no email address. */
export function passwordAttempts({
  redis,
  prefix,
  scale,
  clock,
  limit,
  inFlightMs = deadlines.inFlightMs,
}: Options) {
  const failuresBeforeDelay = Math.max(1, Math.floor(limit.limit * scale))
  const rules: AttemptRules = {
    ...fixedRules,
    inFlightMs,
    failuresBeforeDelay,
    windowMs: limit.windowSeconds * 1000,
  }
  const keyOf = (attemptKey: string) => `${prefix}password-attempts:{${digestText(attemptKey)}}`
  const run = <Args extends ScriptArgs, Reply>(
    script: TimedScript<AttemptRules & Args, Reply>,
    attemptKey: string,
    args: Args,
  ): Promise<Reply> => script(redis, [keyOf(attemptKey)], { ...rules, ...args }, clock)

  return {
    failuresBeforeDelay,

    async take(attemptKey: string, source: AttemptSource): Promise<AttemptResult> {
      const reply = await run(takeAttemptScript, attemptKey, sourceOf(source))
      const [sourceField, outcome, ms = 0, knownSinceMs = null] = reply
      if (outcome === 'delayed') return { outcome, sourceField, waitMs: ms }
      if (outcome !== 'taken') return { outcome, sourceField }
      return {
        outcome,
        sourceField,
        takenAt: ms,
        sinceMs: 'clientAddress' in source ? knownSinceMs : undefined,
      }
    },

    async end(
      attemptKey: string,
      { sourceField, takenAt }: Pick<TakenAttempt, 'sourceField' | 'takenAt'>,
      outcome: AttemptEnd,
    ): Promise<void> {
      await run(endAttemptScript, attemptKey, { sourceField, takenAt, outcome })
    },

    /**
     * How long ago a sign-in from the client address was remembered; null after 30 days or without one. By the clock of this process:
     * minutes make no difference.
     */
    async msSinceSignIn(attemptKey: string, clientAddress: string): Promise<number | null> {
      const stored = await redis.hget(keyOf(attemptKey), addressKey(clientAddress))
      const { seen = -Infinity } = stored === null ? {} : knownAddress.parse(JSON.parse(stored))
      const ms = clock.now() - seen
      return ms < fixedRules.addressTtlMs ? ms : null
    },

    async rememberAddress(attemptKey: string, clientAddress: string): Promise<void> {
      await run(rememberAddressScript, attemptKey, {
        addressKey: addressKey(clientAddress),
        maxKnown,
        protected: [unknownSources, signedIn],
      })
    },

    /** Clears all failures, which unlocks the password, but not the known client addresses. */
    async clearFailures(attemptKey: string): Promise<void> {
      await run(clearFailuresScript, attemptKey, {})
    },

    /** Clears the known client addresses too. */
    async clearAll(attemptKey: string): Promise<void> {
      await redis.del(keyOf(attemptKey))
    },
  }
}

function sourceOf(source: AttemptSource): { sourceField: string } | { addressKey: string } {
  if ('deviceId' in source) return { sourceField: `device:${source.deviceId}` }
  if ('signedIn' in source) return { sourceField: signedIn }
  return { addressKey: addressKey(source.clientAddress) }
}

function addressKey(clientAddress: string): string {
  return `address:${addressPrefix(clientAddress)}`
}
