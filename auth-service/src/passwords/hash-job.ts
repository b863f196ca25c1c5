import { hashRawSync, hashSync, parseOptions, verifySync } from '@node-rs/argon2'

/** What a new hash costs; argon2id throughout (contract.md 3). */
export type HashCost = { memoryKib: number; passes: number; lanes: number }

export type HashJob =
  | { kind: 'hash'; password: string; cost: HashCost }
  /** `cost` is what a refusal must cost whatever the stored hash cost. */
  | { kind: 'verify'; password: string; hash: string; cost: HashCost }

/** Does one job on the calling thread: a PHC string for `hash`, whether it matches for `verify`. */
export function doHashJob(job: HashJob): string | boolean {
  if (job.kind === 'hash') return hashSync(job.password, argon2Options(job.cost))
  const matches = verifySync(job.hash, job.password)
  if (!matches) spendDifference(job)
  return matches
}

/** Whether a stored hash was made with this cost; if not, it is made anew at the next sign-in. */
export function hasCost(hash: string, cost: HashCost): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(hash)
  return memoryCost === cost.memoryKib && timeCost === cost.passes && parallelism === cost.lanes
}

/**
 * A wrong password for a hash of older, cheaper parameters costs the rest up to the present ones, so timing does not tell
 * an old account from no account. Guarded by "spends on a cheap old hash what an unknown email costs".
 */
function spendDifference({ hash, password, cost }: { hash: string; password: string; cost: HashCost }): void {
  const stored = parseOptions(hash)
  const missing = cost.memoryKib * cost.passes - stored.memoryCost * stored.timeCost
  const memoryKib = Math.floor(missing / cost.passes)
  if (memoryKib >= leastMemoryPerLaneKib * cost.lanes)
    hashRawSync(password, argon2Options({ ...cost, memoryKib }))
}

/** RFC 9106 section 3.1: at least eight blocks of 1 KiB a lane. */
const leastMemoryPerLaneKib = 8

function argon2Options({ memoryKib, passes, lanes }: HashCost) {
  return { memoryCost: memoryKib, timeCost: passes, parallelism: lanes, outputLen: 32 }
}
