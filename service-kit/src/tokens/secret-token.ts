import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/**
 * SHA-256. It protects random secrets; passwords need a slow hash. An email address or phone number can be
 * found by guessing: a digest only keeps it out of a store as readable text.
 */
export function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** SHA-256 in base64url, for stored values and keys. */
export function digestText(text: string): string {
  return hash('sha256', text, 'base64url')
}

export function sameSecret(a: Buffer | string, b: Buffer | string): boolean {
  return timingSafeEqual(fixedLength(a), fixedLength(b))
}

// timingSafeEqual accepts equal lengths only, and the time must not depend on the length.
function fixedLength(secret: Buffer | string): Buffer {
  return hash('sha256', secret, 'buffer')
}
