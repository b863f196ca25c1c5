import { AuthenticatorType, type SecondFactorProof } from '@gatehouse/proto/gen/auth/v1/auth'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { FieldPaths } from '../http/field-paths.ts'
import type { FieldErrors } from '../http/route.ts'

const methods = {
  totp: AuthenticatorType.TOTP,
  sms: AuthenticatorType.SMS,
  webauthn: AuthenticatorType.WEBAUTHN,
} as const

type StepUpBody = {
  password?: string | undefined
  mfa_method?: keyof typeof methods | undefined
  mfa_code?: string | undefined
  email_code?: string | undefined
  webauthn_response?: Record<string, unknown> | undefined
  webauthn_challenge?: string | undefined
}

/** The proof of identity of a body, for auth-service. */
export function proofOf({ password, ...body }: StepUpBody) {
  return { password, secondFactor: secondFactorOf(body) }
}

function secondFactorOf({
  email_code: emailCode,
  ...body
}: Omit<StepUpBody, 'password'>): SecondFactorProof | undefined {
  if (emailCode !== undefined) return { method: AuthenticatorType.UNSPECIFIED, code: '', emailCode }
  const { mfa_method, mfa_code, webauthn_response, webauthn_challenge } = body
  if ([mfa_method, mfa_code, webauthn_response, webauthn_challenge].every((value) => value === undefined))
    return undefined
  if (mfa_method === undefined) throw invalidFields({ mfa_method: 'REQUIRED' })
  const method = methods[mfa_method]
  if (mfa_method !== 'webauthn') {
    if (mfa_code === undefined) throw invalidFields({ mfa_code: 'REQUIRED' })
    return { method, code: mfa_code }
  }
  if (webauthn_challenge === undefined) throw invalidFields({ webauthn_challenge: 'REQUIRED' })
  if (webauthn_response === undefined) throw invalidFields({ webauthn_response: 'REQUIRED' })
  return { method, code: '', challenge: webauthn_challenge, responseJson: JSON.stringify(webauthn_response) }
}

/** What auth-service checks of the proof. */
export const stepUpFieldErrors = {
  password: ['INVALID_PASSWORD', 'PASSWORD_NOT_SET'],
  mfa_method: ['REQUIRED'],
  mfa_code: ['REQUIRED', 'INVALID_MFA_CODE', 'CODE_ALREADY_USED'],
  email_code: ['INVALID_VERIFICATION_CODE'],
  webauthn_challenge: ['REQUIRED'],
  webauthn_response: ['REQUIRED', 'INVALID_PASSKEY_RESPONSE'],
} as const satisfies FieldErrors

export const stepUpFieldPaths = {
  'second_factor.code': 'mfa_code',
  'second_factor.email_code': 'email_code',
  'second_factor.response_json': 'webauthn_response',
} as const satisfies FieldPaths
