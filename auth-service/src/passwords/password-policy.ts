import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { readEmailAddress } from '../accounts/email-address.ts'
import { isCommonPassword } from './common-passwords.ts'

const productWords = ['gatehouse']

export type PasswordContext = {
  email?: string | null | undefined
  username?: string | null | undefined
  productName?: string
}

/** NFC, otherwise unchanged (NIST SP 800-63B-4, section 3.1.1.2). */
export function canonicalPassword(typed: string): string {
  return typed.normalize('NFC')
}

/**
 * The problem with a new password, or null: its length, or that attackers try it first. Passwords that only
 * contain a name of the account are accepted.
 */
export function passwordProblem(typed: string, context: PasswordContext): FieldCode | null {
  const password = canonicalPassword(typed)
  const length = [...password].length
  if (length < fieldBounds.password.min || length > fieldBounds.password.max) return 'PASSWORD_LENGTH_INVALID'
  const plain = caseFolded(password)
  return contextWords(context).includes(plain) || isCommonPassword(plain) ? 'PASSWORD_IS_TOO_COMMON' : null
}

function contextWords({ email, username, productName = '' }: PasswordContext): string[] {
  const emails = email ? [email.trim(), readEmailAddress(email)?.address ?? ''] : []
  const locals = emails.map((address) => address.slice(0, Math.max(address.lastIndexOf('@'), 0)))
  return [...emails, ...locals, username ?? '', productName, ...productWords].map((word) =>
    caseFolded(canonicalPassword(word)),
  )
}

/** Upper case first, so that letters with several lower-case forms (ß and ss, σ and ς) become equal. */
function caseFolded(text: string): string {
  return text.toUpperCase().toLowerCase()
}
