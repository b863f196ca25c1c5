import type { LoginResponse, SignedIn } from '@gatehouse/proto/gen/auth/v1/auth'
import { present } from '../http/present.ts'

/** A finished sign-in on the wire. */
export function signedInJson(signedIn: SignedIn | undefined) {
  const { token, accountId } = present(signedIn)
  return { token, user_id: accountId }
}

/** The outcome of a login on the wire; every way to sign in that may stop for a second factor ends here. */
export function loginJson(outcome: LoginResponse['outcome']) {
  const { value } = present(outcome)
  return signedInJson(value)
}
