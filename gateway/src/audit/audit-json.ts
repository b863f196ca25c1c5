import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { present } from '../http/present.ts'
import { clientInfoJson } from '../sessions/client-info-json.ts'

/** A record of the audit log on the wire (contract.md 7 row 43). */
export function auditJson(record: Event) {
  const { id, at, type, outcome, address, clientInfo, sessionIdHash, detail } = record
  return {
    id,
    at: present(at).toISOString(),
    type,
    outcome: outcome === 'ok' ? ('ok' as const) : ('failed' as const),
    address: address ?? null,
    client_info: clientInfo ? clientInfoJson(clientInfo) : null,
    session_id_hash: sessionIdHash ?? null,
    detail,
  }
}
