import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A fresh random secret as base64url; 32 bytes give 43 characters. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** The SHA-256 under which a secret is stored; enough for secrets that are random, not for passwords. */
export function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Compares two secrets in a time that tells nothing about where, or in what length, they differ. */
export function sameSecret(a: Buffer | string, b: Buffer | string): boolean {
  return timingSafeEqual(fixedLength(a), fixedLength(b))
}

// timingSafeEqual takes equal lengths only; hashing first keeps a wrong length as quiet as a wrong byte.
function fixedLength(secret: Buffer | string): Buffer {
  return hash('sha256', secret, 'buffer')
}
