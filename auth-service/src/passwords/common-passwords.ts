import { dictionary } from '@zxcvbn-ts/language-common'

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Whether a lower-cased password is among the 49,000 most common ones: the list of zxcvbn-ts (MIT). */
export function isCommonPassword(plain: string): boolean {
  return common.has(plain)
}
