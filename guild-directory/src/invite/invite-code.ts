import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'

const drawnBytes = 9

/** Whether a text can be an invite's code: 2-64 characters of A-Z a-z 0-9 - _. */
export function isInviteCode(text: string): boolean {
  return /^[A-Za-z0-9_-]{2,64}$/.test(text)
}

export function assertInviteCode(code: string): string {
  if (!isInviteCode(code)) throw invalidFields({ code: code === '' ? 'REQUIRED' : 'INVALID_FORMAT' })
  return code
}

/** A code nobody can guess: twelve characters. */
export function newInviteCode(): string {
  return newSecret(drawnBytes)
}
