import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { newShortCode, readShortCode } from '@gatehouse/service-kit/tokens/short-code'

/** Beside a mailed link, of the same life, for people whose link does not reach us. The MAC is under a key of the ring. */
export type EmailedCode = { mac: string; wrongCodes: number }

/** Then the code is no longer valid. The link is. */
export const maxWrongCodes = 5

/** `of` is what the code is bound to: without it, it proves nothing. */
export function newEmailedCode(
  keyRing: Pick<KeyRing, 'macs'>,
  of: string,
): { code: string; stored: EmailedCode } {
  const code = newShortCode()
  return { code, stored: storedCode(keyRing, of, code) }
}

export function storedCode(keyRing: Pick<KeyRing, 'macs'>, of: string, code: string): EmailedCode {
  const [mac = ''] = emailedCodeMacs(keyRing, of, code) ?? []
  return { mac, wrongCodes: 0 }
}

/** Null for a text that cannot be a code. */
export function emailedCodeMacs(keyRing: Pick<KeyRing, 'macs'>, of: string, typed: string): string[] | null {
  const letters = readShortCode(typed)
  return letters === null ? null : keyRing.macs(`emailed-code ${of} ${letters}`)
}
