import { pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto'
import { verifySync } from '@node-rs/argon2'
import { compareSync } from 'bcrypt'
import type { StoredHash } from './stored-hash.ts'

/** Whether a password is the one behind a hash, whatever scheme that is of. Takes as long as the hash costs. */
export function matchesHash(password: string, stored: StoredHash): boolean {
  switch (stored.scheme) {
    case 'argon2':
      return verifySync(stored.text, password)
    case 'bcrypt':
      return compareSync(password, stored.text)
    case 'scrypt': {
      const { cost, blockSize, lanes, salt, digest } = stored
      // What it needs and a little more: node refuses otherwise.
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
