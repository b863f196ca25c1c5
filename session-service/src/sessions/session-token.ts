import { hash } from 'node:crypto'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'

/** `idHash` is the SHA-256 of the token. */
export type SessionKey = { accountId: string; idHash: string }

const prefix = 'gh_'
const idBytes = 8
const tokenLength = prefix.length + 11 + 1 + 43

// The last character of 8 and of 32 bytes in base64url carries four bits only, and an id has its highest bit clear.
const wellFormed = /^gh_[A-Za-f][\w-]{9}[AEIMQUYcgkosw048]\.[\w-]{42}[AEIMQUYcgkosw048]$/
const hashForm = /^[\w-]{42}[AEIMQUYcgkosw048]$/

/** `gh_`, the account id as base64url, `.`, 256 random bits. */
export function newSessionToken(accountId: string): string {
  const id = Buffer.alloc(idBytes)
  id.writeBigUInt64BE(BigInt(accountId))
  return `${prefix}${id.toString('base64url')}.${newSecret()}`
}

/** Returns null for a malformed token, which needs no query. */
export function readSessionToken(token: string): SessionKey | null {
  if (token.length !== tokenLength || !wellFormed.test(token)) return null
  const id = Buffer.from(token.slice(prefix.length, prefix.length + 11), 'base64url')
  return { accountId: String(id.readBigUInt64BE()), idHash: idHashOf(token) }
}

export function idHashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}

export function isSessionHash(text: string): boolean {
  return hashForm.test(text)
}
