import { hashRawSync, hashSync } from '@node-rs/argon2'
import { matchesHash } from './matches-hash.ts'
import { readStoredHash } from './stored-hash.ts'

/** What a new hash costs; argon2id throughout (contract.md 3). */
export type HashCost = { memoryKib: number; passes: number; lanes: number }

export type HashJob =
  | { kind: 'hash'; password: string; cost: HashCost }
  /** `cost` is what a refusal must cost whatever the stored hash cost. */
  | { kind: 'verify'; password: string; hash: string; cost: HashCost }

/** Does one job on the calling thread: a PHC string for `hash`, whether it matches for `verify`. */
export function doHashJob(job: HashJob): string | boolean {
  return job.kind === 'hash' ? hashSync(job.password, argon2Options(job.cost)) : verify(job)
}

/** Whether a stored hash was made with this cost; if not, it is made anew at the next sign-in. */
export function hasCost(hash: string, cost: HashCost): boolean {
  const stored = readStoredHash(hash)
  return (
    stored?.scheme === 'argon2' &&
    stored.isArgon2id &&
    stored.memoryKib === cost.memoryKib &&
    stored.passes === cost.passes &&
    stored.lanes === cost.lanes
  )
}

/**
 * A wrong password for a hash that is cheaper than the present ones, older or of another system, costs the rest up to
 * them, so timing does not tell such an account from no account. A dearer hash shows until its first sign-in. Guarded by
 * "spends on a cheap old hash what an unknown email costs".
 */
function verify({ password, hash, cost }: Extract<HashJob, { kind: 'verify' }>): boolean {
  const stored = readStoredHash(hash)
  if (stored === null) throw new Error('A stored password hash is of no known form.')
  if (stored.scheme === 'argon2') {
    const matches = matchesHash(password, stored)
    if (!matches)
      spend(password, cost, 1 - (stored.memoryKib * stored.passes) / (cost.memoryKib * cost.passes))
    return matches
  }
  const whole = timeOf(cost)
  const startedAt = threadMicroseconds()
  const matches = matchesHash(password, stored)
  if (!matches) spend(password, cost, 1 - (threadMicroseconds() - startedAt) / whole)
  return matches
}

/** Spends a share of what a hash of this cost takes. */
function spend(password: string, cost: HashCost, share: number): void {
  const memoryKib = Math.floor(cost.memoryKib * share)
  if (memoryKib >= leastMemoryPerLaneKib * cost.lanes)
    hashRawSync(password, argon2Options({ ...cost, memoryKib }))
}

const times = new Map<string, number>()

/** What a hash of this cost takes on this thread, in microseconds; measured once, by the second, which finds its memory warm. */
function timeOf(cost: HashCost): number {
  const key = JSON.stringify(cost)
  const known = times.get(key)
  if (known !== undefined) return known
  spend('', cost, 1)
  const startedAt = threadMicroseconds()
  spend('', cost, 1)
  const time = threadMicroseconds() - startedAt
  times.set(key, time)
  return time
}

/** Processor time of this thread: other processes do not count. */
function threadMicroseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** RFC 9106 section 3.1: at least eight blocks of 1 KiB a lane. */
const leastMemoryPerLaneKib = 8

function argon2Options({ memoryKib, passes, lanes }: HashCost) {
  return { memoryCost: memoryKib, timeCost: passes, parallelism: lanes, outputLen: 32 }
}
