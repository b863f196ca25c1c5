import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { readEmailAddress } from '../accounts/email-address.ts'
import { isCommonPassword } from './common-passwords.ts'

/** How long a password may be, in code points after NFC (contract.md 3). */
export const passwordLength = { min: 8, max: 256 }

const productWords = ['gatehouse']

/** What an account is known by, as far as it is. */
export type PasswordContext = { email?: string | null | undefined; username?: string | null | undefined }

/** The one form a password is judged, hashed and compared in: NFC, otherwise untouched. */
export function canonicalPassword(typed: string): string {
  return typed.normalize('NFC')
}

/**
 * What is wrong with a new password, or null: its length, or that it is a word an attacker tries first. The
 * context counts as the whole password only (contract.md 7 row 35).
 */
export function passwordProblem(typed: string, context: PasswordContext): FieldCode | null {
  const password = canonicalPassword(typed)
  const length = [...password].length
  if (length < passwordLength.min || length > passwordLength.max) return 'PASSWORD_LENGTH_INVALID'
  const plain = caseFolded(password)
  return contextWords(context).includes(plain) || isCommonPassword(plain) ? 'PASSWORD_IS_TOO_COMMON' : null
}

/** The email counts as it was typed and as it is kept. */
function contextWords({ email, username }: PasswordContext): string[] {
  const emails = email ? [email.trim(), readEmailAddress(email)?.address ?? ''] : []
  const locals = emails.map((address) => address.slice(0, Math.max(address.lastIndexOf('@'), 0)))
  return [...emails, ...locals, username ?? '', ...productWords].map((word) =>
    caseFolded(canonicalPassword(word)),
  )
}

/** Upper case first, so that letters with several lower-case forms (ß and ss, σ and ς) become one. */
function caseFolded(text: string): string {
  return text.toUpperCase().toLowerCase()
}
