import { hashRawSync, hashSync } from '@node-rs/argon2'
import { drawTime, noteTime } from './hash-times.ts'
import { matchesHash } from './matches-hash.ts'
import { readStoredHash, type StoredHash } from './stored-hash.ts'

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
  return stored !== null && isOfCost(stored, cost)
}

/**
 * A wrong password for a hash that is cheaper than the present ones, older or of another system, takes the rest of their time,
 * so timing does not tell such an account from no account. A dearer hash shows until its first sign-in. Guarded by
 * "spends on a cheap old hash what an unknown email costs".
 */
function verify({ password, hash, cost }: Extract<HashJob, { kind: 'verify' }>): boolean {
  const stored = readStoredHash(hash)
  if (stored === null) throw new Error('A stored password hash is of no known form.')
  const startedAt = performance.now()
  const matches = matchesHash(password, stored)
  if (isOfCost(stored, cost)) noteTime(cost, performance.now() - startedAt)
  else if (!matches) spendUntil(startedAt + usualTime(cost), cost)
  return matches
}

function isOfCost(stored: StoredHash, cost: HashCost): boolean {
  return (
    stored.scheme === 'argon2' &&
    stored.isArgon2id &&
    stored.memoryKib === cost.memoryKib &&
    stored.passes === cost.passes &&
    stored.lanes === cost.lanes
  )
}

/**
 * Spends small hashes until then. By the clock and not by parameters, since one large hash takes a quarter more than the same work
 * in smaller ones; and not by the processor time of the thread, which Linux may tell in steps of 4 ms.
 */
function spendUntil(at: number, { lanes }: HashCost): void {
  // Half a millisecond of work that leaves the caches as cold as a whole hash does, so that what follows takes as long too.
  const small = argon2Options({ memoryKib: 2048, passes: 1, lanes })
  let lastTook = 0
  for (let now = performance.now(); now + lastTook / 2 < at; ) {
    hashRawSync('', small)
    lastTook = performance.now() - now
    now += lastTook
  }
}

/** What a hash of this cost takes on this thread; a thread that verified none yet tries twice, since the first finds its memory cold. */
function usualTime(cost: HashCost): number {
  const known = drawTime(cost)
  if (known !== undefined) return known
  const own = String(doHashJob({ kind: 'hash', password: '', cost }))
  verify({ kind: 'verify', password: '', hash: own, cost })
  return drawTime(cost) ?? 0
}

function argon2Options({ memoryKib, passes, lanes }: HashCost) {
  return { memoryCost: memoryKib, timeCost: passes, parallelism: lanes, outputLen: 32 }
}
