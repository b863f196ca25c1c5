import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { requireField } from '../http/require-field.ts'
import { clientInfoJson } from '../sessions/client-info-json.ts'

export function auditJson(record: Event) {
  const { id, at, type, outcome, address, clientInfo, sessionIdHash, detail } = record
  return {
    id,
    at: requireField(at).toISOString(),
    type,
    outcome: outcome === 'ok' ? ('ok' as const) : ('failed' as const),
    address: address ?? null,
    client_info: clientInfo ? clientInfoJson(clientInfo) : null,
    session_id_hash: sessionIdHash ?? null,
    detail,
  }
}
