import type { FieldErrors } from '../http/route.ts'

/** What auth-service checks of the password that proves the identity of the caller. */
export const stepUpFieldErrors = {
  password: ['INVALID_PASSWORD', 'PASSWORD_NOT_SET'],
} as const satisfies FieldErrors
