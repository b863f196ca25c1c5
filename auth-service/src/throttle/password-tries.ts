import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import type { Pace } from '@gatehouse/service-kit/process/limits-text'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digest } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import { endRow, giveTryBack, notePlace, settleTry, takeTry } from './try-scripts.ts'

/**
 * Who tries, as far as it decides whose budget it is: a known device by its id, a caller who is signed in already, or whoever
 * comes from an address, which may be a place the account knows (contract.md 7 row 6).
 */
export type Trier = { deviceId: string } | { signedIn: true } | { address: string }

/** What became of a try; `field` says whose budget it came from. */
export type TakenTry =
  | { outcome: 'closed'; field: string }
  | { outcome: 'busy'; field: string }
  | { outcome: 'wait'; field: string; endsAt: number }
  | { outcome: 'taken'; field: string; at: number; waitBefore: string; isLonger: number }

/** Wrong passwords in a row that close a password (NIST SP 800-63B-4 3.2.2). No setting and no factor moves it. */
const closingRow = 100

const day = 24 * 60 * 60_000
const rowLastsMs = 90 * day
const longestWaitMs = 15 * 60_000
/** How long a place is known after a sign-in from it (contract.md 7 row 6). */
const placeLastsMs = 30 * day
/** Longer than any call may take. */
const openLastsMs = 30_000
const keepMs = rowLastsMs + 60_000
/** Places and devices remembered of one address. */
const mostKnown = 200

const strangers = 'strangers'
const signedIn = 'signed-in'

/** By what tries are counted: what an address is looked up by, and the text itself when it can be none. */
export function triesKey(email: string): string {
  return readEmailAddress(email)?.key ?? email.trim().toLowerCase()
}

/** What stands for an account where tries of its password are counted: its address, as at sign-in, or its id while it has none. */
export function triedAs({ id, email }: Pick<Account, 'id' | 'email'>): string {
  return email ?? id
}

type Options = { redis: RedisClient; prefix: string; scale: number; clock: Clock; pace: Pace }

/**
 * Failed tries of passwords by email address, typed or stored, in Redis. The key is a digest of the address, so that addresses
 * without an account are counted alike and none is written down. `pace` is how many are free.
 */
export function passwordTries({ redis, prefix, scale, clock, pace }: Options) {
  const free = Math.max(1, Math.floor(pace.limit * scale))
  const windowMs = pace.windowSeconds * 1000
  const keyOf = (email: string) =>
    `${prefix}password-tries:{${digest(triesKey(email)).toString('base64url')}}`
  const placeOf = (address: string) => `place:${addressPrefix(address)}`

  return {
    free,

    /** Counts a try before its password is looked at, so that many at once are counted too. */
    async take(email: string, trier: Trier): Promise<TakenTry> {
      const at = clock.now()
      const args = [at, free, windowMs, longestWaitMs, closingRow, rowLastsMs, keepMs, ...fieldsOf(trier)]
      // The script's own return shape.
      const [field, outcome, time = '0', isLonger = 0] = (await takeTry(
        redis,
        [keyOf(email)],
        [...args, placeLastsMs, openLastsMs],
      )) as [string, TakenTry['outcome'], string?, number?]
      if (outcome === 'closed' || outcome === 'busy') return { outcome, field }
      if (outcome === 'wait') return { outcome, field, endsAt: Number(time) }
      return { outcome, field, at, waitBefore: time, isLonger }
    },

    /** The password was wrong, so the try stays counted. */
    async settle(email: string, { field }: TakenTry): Promise<void> {
      await settleTry(redis, [keyOf(email)], [clock.now(), field, keepMs, closingRow])
    },

    /** As if it had never been: its password was not looked at. */
    async giveBack(email: string, taken: TakenTry & { outcome: 'taken' }): Promise<void> {
      const { at, field, waitBefore, isLonger } = taken
      await giveTryBack(redis, [keyOf(email)], [at, field, waitBefore, isLonger, keepMs])
    },

    /** The password was right: it counts for nothing, and the failed tries before it neither. */
    async endRow(email: string, { field }: TakenTry): Promise<void> {
      await endRow(redis, [keyOf(email)], [clock.now(), field, keepMs])
    },

    /** Makes the place of this address a known one. */
    async notePlace(email: string, address: string): Promise<void> {
      const args = [clock.now(), placeOf(address), keepMs, mostKnown, strangers, signedIn]
      await notePlace(redis, [keyOf(email)], args)
    },

    /** Forgets every failed try and every known place, and opens a closed password again. */
    async forget(email: string): Promise<void> {
      await redis.del(keyOf(email))
    },
  }

  /** The field of a device, '' when there is none, and of the place that may stand in for it. */
  function fieldsOf(trier: Trier): [string, string] {
    if ('deviceId' in trier) return [`device:${trier.deviceId}`, '']
    if ('signedIn' in trier) return [signedIn, '']
    return ['', placeOf(trier.address)]
  }
}
