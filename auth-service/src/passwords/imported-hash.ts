import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { parseOptions } from '@node-rs/argon2'
import { pbkdf2Blocks, readStoredHash, type StoredHash } from './stored-hash.ts'

const maxCharacters = 1024

/** About half a second and 256 MiB per verification, well above usual recommendations. */
const max = {
  argon2: { memoryKib: 256 * 1024, memoryKibTimesPasses: 1024 * 1024, lanes: 16 },
  bcrypt: { rounds: 13 },
  scrypt: { memoryBytes: 128 * 1024 * 1024, work: 2 ** 21, lanes: 16 },
  pbkdf2: { sha1: 2_000_000, sha256: 2_000_000, sha512: 1_000_000 },
}

/** With a shorter digest, other passwords would match too. */
const digestBytes = { min: 16, max: 64 }

/** `memoryBytes` is the memory available to a hashing thread. */
export function importedHashProblem(text: string, memoryBytes = Number.POSITIVE_INFINITY): FieldCode | null {
  const stored = text.length > maxCharacters ? null : readStoredHash(text)
  if (stored === null || !isValid(stored)) return 'PASSWORD_HASH_NOT_SUPPORTED'
  return isAffordable(stored) && memoryOf(stored) <= memoryBytes ? null : 'PASSWORD_HASH_TOO_COSTLY'
}

function isValid(stored: StoredHash): boolean {
  switch (stored.scheme) {
    case 'argon2':
      return parses(stored.text)
    case 'bcrypt':
      return stored.rounds >= 4 && stored.rounds <= 31
    case 'scrypt':
      return isDigest(stored.digest) && isCost(stored) && stored.lanes >= 1
    case 'pbkdf2':
      return isDigest(stored.digest) && stored.iterations >= 1
  }
}

function isAffordable(stored: StoredHash): boolean {
  switch (stored.scheme) {
    case 'argon2':
      return (
        stored.memoryKib <= max.argon2.memoryKib &&
        stored.memoryKib * stored.passes <= max.argon2.memoryKibTimesPasses &&
        stored.lanes <= max.argon2.lanes
      )
    case 'bcrypt':
      return stored.rounds <= max.bcrypt.rounds
    case 'scrypt':
      return (
        memoryOf(stored) <= max.scrypt.memoryBytes &&
        stored.cost * stored.blockSize * stored.lanes <= max.scrypt.work &&
        stored.lanes <= max.scrypt.lanes
      )
    case 'pbkdf2':
      return stored.iterations * blocks(stored) <= max.pbkdf2[stored.hash]
  }
}

/** Memory of one verification in bytes, which wrong passwords use too. */
function memoryOf(stored: StoredHash): number {
  if (stored.scheme === 'argon2') return stored.memoryKib * 1024
  return stored.scheme === 'scrypt' ? 128 * stored.cost * stored.blockSize : 0
}

/** Each block of the derived key takes all iterations (RFC 8018, section 5.2). */
function blocks({ hash, digest }: Extract<StoredHash, { scheme: 'pbkdf2' }>): number {
  return Math.ceil(digest.length / pbkdf2Blocks[hash])
}

function isDigest({ length }: Buffer): boolean {
  return length >= digestBytes.min && length <= digestBytes.max
}

/** RFC 7914 section 2: a power of two above one, and below 2^(128 * r / 8). */
function isCost({ cost, blockSize }: Extract<StoredHash, { scheme: 'scrypt' }>): boolean {
  const log = Math.log2(cost)
  return blockSize >= 1 && Number.isInteger(log) && log >= 1 && log < 16 * blockSize
}

function parses(text: string): boolean {
  try {
    parseOptions(text)
    return true
  } catch {
    return false
  }
}
