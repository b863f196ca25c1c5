import { commonPasswords } from './gen/common-passwords.ts'

/** Whether a lower-cased password of eight or more characters is among the most common ones. */
export function isCommonPassword(plain: string): boolean {
  // A line of the list never has a break in it, so a password with one must not match across lines.
  return !plain.includes('\n') && commonPasswords.includes(`\n${plain}\n`)
}
