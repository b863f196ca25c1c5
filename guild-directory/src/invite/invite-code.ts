import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'

const codeBytes = 9

export function isInviteCode(text: string): boolean {
  return /^[A-Za-z0-9_-]{2,64}$/.test(text)
}

export function assertInviteCode(code: string): string {
  if (!isInviteCode(code)) throw invalidFields({ code: code === '' ? 'REQUIRED' : 'INVALID_FORMAT' })
  return code
}

/** Twelve characters that cannot be guessed. */
export function newInviteCode(): string {
  return newSecret(codeBytes)
}
