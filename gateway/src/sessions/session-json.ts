import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { clientInfoJson } from './client-info-json.ts'

export function sessionJson(session: Session, currentIdHash: string) {
  return {
    approx_last_used_at: session.lastUsedAt?.toISOString() ?? null,
    client_info: clientInfoJson(session),
    current: session.idHash === currentIdHash,
    id_hash: session.idHash,
  }
}
