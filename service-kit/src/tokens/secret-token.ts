import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** Only for random secrets, not for passwords. */
export function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

export function sameSecret(a: Buffer | string, b: Buffer | string): boolean {
  return timingSafeEqual(fixedLength(a), fixedLength(b))
}

// timingSafeEqual accepts equal lengths only, and the time must not depend on the length.
function fixedLength(secret: Buffer | string): Buffer {
  return hash('sha256', secret, 'buffer')
}
