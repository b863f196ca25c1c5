import type { LoginResponse, SignedIn } from '@gatehouse/proto/gen/auth/v1/auth'
import { requireField } from '../http/require-field.ts'

export function signedInJson(signedIn: SignedIn | undefined) {
  const { token, accountId } = requireField(signedIn)
  return { token, user_id: accountId }
}

export function loginJson(outcome: LoginResponse['outcome']) {
  const { value } = requireField(outcome)
  return signedInJson(value)
}
