import {
  AuthenticatorType,
  type LoginResponse,
  type MfaRequired,
  type SignedIn,
} from '@gatehouse/proto/gen/auth/v1/auth'
import { requireField } from '../http/require-field.ts'

export function signedInJson(signedIn: SignedIn | undefined) {
  const { token, accountId } = requireField(signedIn)
  return { token, user_id: accountId }
}

export function loginJson(outcome: LoginResponse['outcome']) {
  const { $case, value } = requireField(outcome)
  return $case === 'signedIn' ? signedInJson(value) : mfaRequiredJson(value)
}

/** Unset if the sign-in is not complete. */
export function deviceTokenOf(outcome: LoginResponse['outcome']): string | undefined {
  return outcome?.$case === 'signedIn' ? outcome.value.deviceToken : undefined
}

/** Which second factors are among these methods. */
export function methodFlags(methods: readonly AuthenticatorType[]) {
  return {
    totp: methods.includes(AuthenticatorType.TOTP),
    sms: methods.includes(AuthenticatorType.SMS),
    webauthn: methods.includes(AuthenticatorType.WEBAUTHN),
  }
}

/** Beside an authenticator app, backup codes are not named: its field takes them. */
function mfaRequiredJson({ ticket, methods, smsPhoneHint, backupCodes }: MfaRequired) {
  const flags = methodFlags(methods)
  const allowed = { ...flags, backup_code: backupCodes && !flags.totp }
  const allowed_methods = Object.entries(allowed).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []))
  return { mfa: true as const, ticket, allowed_methods, ...flags, sms_phone_hint: smsPhoneHint ?? null }
}
