import { commonPasswords } from './gen/common-passwords.ts'

/** Whether a lower-cased password of eight or more characters is among the most common ones. */
export function isCommonPassword(plain: string): boolean {
  // A password with a line break would match across two lines of the list.
  return !plain.includes('\n') && commonPasswords.includes(`\n${plain}\n`)
}
