import { createCipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { normalized } from '@gatehouse/service-kit/fields/text'
import { lowerThreadPriority } from '@gatehouse/service-kit/process/lower-thread-priority'
import { hashRawSync, hashSync, verifySync } from '@node-rs/argon2'
import { compareSync } from 'bcrypt'
import { rejectionPadding } from './rejection-padding.ts'
import {
  type Argon2Parameters,
  isCurrentHash,
  readStoredHash,
  type StoredHash,
  workOf,
} from './stored-hash.ts'

export type HashJob = { kind: 'hash'; password: string } | { kind: 'verify'; password: string; hash: string }

export type HashingMessage = { ready: true } | { value: string | boolean } | { failure: string }

if (parentPort) {
  const port = parentPort
  lowerThreadPriority()
  const run = hashJobRunner(workerData as Argon2Parameters)
  port.on('message', (job: HashJob) => port.postMessage(response(run, job)))
  port.postMessage({ ready: true } satisfies HashingMessage)
}

function response(run: ReturnType<typeof hashJobRunner>, job: HashJob): HashingMessage {
  try {
    return { value: run(job) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Returns a PHC string for `hash`, and for `verify` whether the password matches. `now` is in milliseconds. */
export function hashJobRunner(parameters: Argon2Parameters, now = () => performance.now()) {
  const verify = passwordVerifier(parameters, now)
  return (job: HashJob): string | boolean =>
    job.kind === 'hash' ? hashPassword(job.password, parameters) : verify(job)
}

export function hashPassword(password: string, parameters: Argon2Parameters): string {
  return hashSync(password, argon2Options(parameters))
}

/**
 * A wrong password for a cheaper hash takes as long as one for a current hash, so that the response time does
 * not reveal whether the email has an account. A more expensive hash can be recognised by its response time
 * until the account signs in again. Guarded by hashing-worker.timing.test.ts.
 */
function passwordVerifier(parameters: Argon2Parameters, now: () => number) {
  // A unit uses 2 MiB, so that it evicts the CPU caches like a real hash.
  const unit = argon2Options({ memoryKib: 2048, passes: 1, lanes: parameters.lanes })
  const padding = rejectionPadding({ now, work: () => hashRawSync('', unit) })

  const recordCurrentHash = () => {
    // Makes the hash and warms up: the first hash of a thread takes longer, because it allocates its memory.
    const hash = hashPassword('', parameters)
    const startedAt = now()
    verifySync(hash, '')
    padding.record(now() - startedAt)
  }

  return ({ password, hash }: { password: string; hash: string }): boolean => {
    const stored = readStoredHash(hash)
    if (stored === null) throw new Error('A stored password hash has an unknown format.')
    const isCurrent = isCurrentHash(stored, parameters)
    if (!isCurrent && !padding.isMeasured()) recordCurrentHash()
    const startedAt = now()
    const matches = matchesHash(password, stored)
    if (isCurrent) padding.record(now() - startedAt)
    else if (!matches) padding.pad(startedAt, workOf(stored))
    return matches
  }
}

function matchesHash(password: string, stored: StoredHash): boolean {
  switch (stored.scheme) {
    case 'argon2':
      return verifySync(stored.text, password)
    case 'bcrypt':
      return compareSync(password, stored.text)
    case 'scrypt': {
      const { cost, blockSize, lanes, salt, digest, form, signer } = stored
      // Node uses at most this; scrypt needs 128 * cost * blockSize and a little more.
      const maxmem = 256 * cost * blockSize + 1024 * 1024
      const options = { cost, blockSize, parallelization: lanes, maxmem }
      const derive = (bytes: number) =>
        scryptSync(form ? normalized(password, form) : password, salt, bytes, options)
      return timingSafeEqual(signer ? encrypted(signer, derive(32)) : derive(digest.length), digest)
    }
    case 'pbkdf2': {
      const { hash, iterations, salt, digest } = stored
      return timingSafeEqual(pbkdf2Sync(password, salt, iterations, digest.length, hash), digest)
    }
  }
}

/** As the scrypt of Firebase does: AES-256 in counter mode, from zero. */
function encrypted(signer: Buffer, key: Buffer): Buffer {
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signer)
}

function argon2Options({ memoryKib, passes, lanes }: Argon2Parameters) {
  return { memoryCost: memoryKib, timeCost: passes, parallelism: lanes, outputLen: 32 }
}
