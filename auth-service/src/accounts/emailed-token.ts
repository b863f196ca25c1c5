import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { EmailedCode } from './emailed-code.ts'

/** The newest of its purpose; it replaces the one before. The digest is base64url SHA-256. Older versions stored no code. */
export type EmailedToken = { digest: string; expiresAt: Date; code?: EmailedCode }

/**
 * Once used, only `issuedAt` remains, so that a mail that is sent again does not make its token valid again. Wrong codes are counted for the
 * address in Redis, as it need not have an account.
 */
export type ResetToken = Partial<EmailedToken> & { issuedAt: Date }

/** Of the link with which the owner of an address takes over an account that somebody else registered. It has no end before a verification. */
export type DisowningToken = { digest: string; expiresAt?: Date }

export type EmailedTokens = { verification?: EmailedToken; reset?: ResetToken; disowning?: DisowningToken }

/** What the code beside a verification link is bound to. An account that changes its address loses link and code. */
export function verificationCodeOf(accountId: string): string {
  return `verification ${accountId}`
}

/** What the code beside a reset link is bound to. `emailKey` is that of the address it was sent to. */
export function resetCodeOf(emailKey: string): string {
  return `reset ${emailKey}`
}

/** Longer than any token or ticket. */
const maxLength = 256

/** Null for a text that cannot be a token or ticket. */
export function secretDigest(token: string): string | null {
  return token === '' || token.length > maxLength ? null : digestText(token)
}
