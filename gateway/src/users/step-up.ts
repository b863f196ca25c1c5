import { AuthenticatorType, type SecondFactorProof } from '@gatehouse/proto/gen/auth/v1/auth'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { FieldPaths } from '../http/field-paths.ts'
import type { FieldErrors } from '../http/route.ts'

const methods = { totp: AuthenticatorType.TOTP } as const

type StepUpBody = {
  password?: string | undefined
  mfa_method?: keyof typeof methods | undefined
  mfa_code?: string | undefined
}

/** The proof of identity of a body, for auth-service. */
export function proofOf({ password, ...body }: StepUpBody) {
  return { password, secondFactor: secondFactorOf(body) }
}

function secondFactorOf({ mfa_method, mfa_code }: StepUpBody): SecondFactorProof | undefined {
  if (mfa_method === undefined && mfa_code === undefined) return undefined
  if (mfa_method === undefined) throw invalidFields({ mfa_method: 'REQUIRED' })
  if (mfa_code === undefined) throw invalidFields({ mfa_code: 'REQUIRED' })
  return { method: methods[mfa_method], code: mfa_code }
}

/** What auth-service checks of the proof. */
export const stepUpFieldErrors = {
  password: ['INVALID_PASSWORD', 'PASSWORD_NOT_SET'],
  mfa_method: ['REQUIRED'],
  mfa_code: ['REQUIRED', 'INVALID_MFA_CODE'],
} as const satisfies FieldErrors

export const stepUpFieldPaths = { 'second_factor.code': 'mfa_code' } as const satisfies FieldPaths
