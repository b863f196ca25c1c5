import { digest } from '@gatehouse/service-kit/tokens/secret-token'

export type TokenPurpose = 'verification'

/** The newest of its purpose; it replaces the one before. The digest is base64url SHA-256. */
export type EmailedToken = { digest: string; expiresAt: Date }

/** Longer than any emailed token. */
const maxLength = 256

export function emailedTokenDigest(token: string): string | null {
  return token === '' || token.length > maxLength ? null : digest(token).toString('base64url')
}
