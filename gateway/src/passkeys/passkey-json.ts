import type { Passkey, PasskeySignals } from '@gatehouse/proto/gen/auth/v1/auth'
import { requireField } from '../http/require-field.ts'

export function passkeyJson({ id, name, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    created_at: requireField(createdAt).toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}

export function signalsJson(signals: PasskeySignals | undefined) {
  const { rpId, userHandle: userId, credentialIds, name, displayName } = requireField(signals)
  return {
    all_accepted_credentials: { rpId, userId, allAcceptedCredentialIds: credentialIds },
    current_user_details: { rpId, userId, name, displayName },
  }
}
