import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { requireField } from '../http/require-field.ts'
import { clientInfoJson } from './client-info-json.ts'

export function sessionJson(session: Session, currentIdHash: string) {
  return {
    created_at: requireField(session.createdAt).toISOString(),
    address_prefix: session.addressPrefix ?? null,
    approx_last_used_at: session.lastUsedAt?.toISOString() ?? null,
    client_info: clientInfoJson(session),
    current: session.idHash === currentIdHash,
    id_hash: session.idHash,
  }
}
