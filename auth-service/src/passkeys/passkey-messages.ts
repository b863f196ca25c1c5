import type { Passkey as PasskeyMessage, PasskeySignals } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Account } from '../accounts/account.ts'
import type { Passkey } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'

/** PublicKeyCredentialUserEntity.id, in base64url. */
export function userHandleOf(accountId: string): string {
  return Buffer.from(accountId).toString('base64url')
}

export function passkeySignals(
  { passkeys: { relyingParty } }: Pick<AuthContext, 'passkeys'>,
  { id, username, globalName, factors: { passkeys = [] } }: Account,
): PasskeySignals {
  return {
    rpId: relyingParty.id,
    userHandle: userHandleOf(id),
    credentialIds: passkeys.map((passkey) => passkey.id),
    name: username,
    displayName: globalName ?? username,
  }
}

export function passkeyMessage({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyMessage {
  return { id, name, createdAt, lastUsedAt }
}
