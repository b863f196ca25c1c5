import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { isCommonPassword } from './common-passwords.ts'

/** How long a password may be, in code points after NFC (contract.md 3). */
export const passwordLength = { min: 8, max: 256 }

const productWords = ['gatehouse']

/** What an account is known by, as far as it is. */
type PasswordContext = { email?: string | undefined; username?: string | undefined }

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
  const plain = password.toLowerCase()
  return contextWords(context).includes(plain) || isCommonPassword(plain) ? 'PASSWORD_IS_TOO_COMMON' : null
}

function contextWords({ email, username }: PasswordContext): string[] {
  const local = email?.slice(0, email.lastIndexOf('@'))
  return [email, local, username, ...productWords]
    .filter((word) => word !== undefined)
    .map((word) => canonicalPassword(word).toLowerCase())
}
