import type { Passkey as PasskeyMessage, PasskeySignals } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Account } from '../accounts/account.ts'
import type { Passkey } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'

/** PublicKeyCredentialUserEntity.id, in base64url. */
export function userHandleOf(accountId: string): string {
  return Buffer.from(accountId).toString('base64url')
}

/** What password managers show beside a passkey: what the person types at a sign-in, and their name. */
export function passkeyUser({
  email,
  username,
  globalName,
}: Pick<Account, 'email' | 'username' | 'globalName'>): { name: string; displayName: string } {
  return { name: email ?? username, displayName: globalName ?? username }
}

export function passkeySignals(
  { passkeys: { relyingParty } }: Pick<AuthContext, 'passkeys'>,
  account: Account,
): PasskeySignals {
  const { id, factors } = account
  return {
    rpId: relyingParty.id,
    userHandle: userHandleOf(id),
    credentialIds: (factors.passkeys ?? []).map((passkey) => passkey.id),
    ...passkeyUser(account),
  }
}

export function passkeyMessage({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyMessage {
  return { id, name, createdAt, lastUsedAt }
}
