import { pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '@gatehouse/service-kit/process/lower-thread-priority'
import { hashRawSync, hashSync, verifySync } from '@node-rs/argon2'
import { compareSync } from 'bcrypt'
import { rejectionPadding } from './rejection-padding.ts'
import { type Argon2Parameters, isOfCost, readStoredHash, type StoredHash, workOf } from './stored-hash.ts'

export type HashJob =
  | { kind: 'hash'; password: string; cost: Argon2Parameters }
  /** `cost` is what a refusal costs, whatever the stored hash costs. */
  | { kind: 'verify'; password: string; hash: string; cost: Argon2Parameters }

export type HashingMessage = { ready: true } | { value: string | boolean } | { failure: string }

if (parentPort) {
  const port = parentPort
  lowerThreadPriority()
  port.on('message', (job: HashJob) => port.postMessage(answer(job)))
  port.postMessage({ ready: true } satisfies HashingMessage)
}

function answer(job: HashJob): HashingMessage {
  try {
    return { value: runHashJob(job) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Runs one job on the calling thread. Returns a PHC string for `hash`, whether the password matches for `verify`. */
export function runHashJob(job: HashJob): string | boolean {
  return job.kind === 'hash' ? hashSync(job.password, argon2Options(job.cost)) : verify(job)
}

/**
 * A wrong password for a cheaper hash takes as long as one for a current hash, so that timing does not tell such an account
 * from an unknown email. A more expensive hash can be recognised by its response time until the account signs in again.
 * Guarded by "spends on a cheap old hash what an unknown email costs".
 */
function verify({ password, hash, cost }: Extract<HashJob, { kind: 'verify' }>): boolean {
  const stored = readStoredHash(hash)
  if (stored === null) throw new Error('A stored password hash has an unknown format.')
  const startedAt = performance.now()
  const matches = matchesHash(password, stored)
  if (isOfCost(stored, cost)) paddingFor(cost).record(performance.now() - startedAt)
  else if (!matches) measuredPaddingFor(cost).pad(startedAt, workOf(stored))
  return matches
}

function matchesHash(password: string, stored: StoredHash): boolean {
  switch (stored.scheme) {
    case 'argon2':
      return verifySync(stored.text, password)
    case 'bcrypt':
      return compareSync(password, stored.text)
    case 'scrypt': {
      const { cost, blockSize, lanes, salt, digest } = stored
      // Node refuses to use more than this; scrypt needs 128 * cost * blockSize and a little more.
      const maxmem = 256 * cost * blockSize + 1024 * 1024
      const options = { cost, blockSize, parallelization: lanes, maxmem }
      return timingSafeEqual(scryptSync(password, salt, digest.length, options), digest)
    }
    case 'pbkdf2': {
      const { hash, iterations, salt, digest } = stored
      return timingSafeEqual(pbkdf2Sync(password, salt, iterations, digest.length, hash), digest)
    }
  }
}

const paddings = new Map<string, ReturnType<typeof rejectionPadding>>()

function paddingFor(cost: Argon2Parameters) {
  const key = JSON.stringify(cost)
  // Half a millisecond of work, which leaves the caches as cold as a whole hash: what follows then takes as long too.
  // Measured by the clock: the processor time of a thread can be reported in steps of 4 ms on Linux.
  const work = () => hashRawSync('', argon2Options({ memoryKib: 2048, passes: 1, lanes: cost.lanes }))
  const padding = paddings.get(key) ?? rejectionPadding({ work })
  paddings.set(key, padding)
  return padding
}

function measuredPaddingFor(cost: Argon2Parameters) {
  const padding = paddingFor(cost)
  if (padding.isMeasured()) return padding
  // The first hash of a thread allocates its memory and takes longer, so it is not measured. `verify` records the duration of the
  // second one.
  const hash = hashSync('', argon2Options(cost))
  verify({ kind: 'verify', password: '', hash, cost })
  return padding
}

function argon2Options({ memoryKib, passes, lanes }: Argon2Parameters) {
  return { memoryCost: memoryKib, timeCost: passes, parallelism: lanes, outputLen: 32 }
}
