import { clientInfoMessage } from '@gatehouse/service-kit/clients/client-details'
import { cleanEvent } from '@gatehouse/service-kit/events/clean-event'
import { eventJson } from '@gatehouse/service-kit/events/event-json'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { ClientInfo } from '../client-info.ts'
import type { EventTypeName } from './event-types.ts'

/** `at` in milliseconds since 1970. */
export type EventContext = { at: number; requestId: string; client: ClientInfo | null }

type Details = {
  /** Random by default; empty if a script sets it. */
  id?: string
  outcome?: 'ok' | 'failed'
  accountId?: string
  sessionIdHash?: string
  detail?: Record<string, string>
}

const idBytes = 16

/** It must not contain tokens, codes or their Redis keys. */
export function buildEvent(
  type: EventTypeName,
  { at, requestId, client }: EventContext,
  about: Details = {},
): string {
  const { id = newSecret(idBytes), outcome = 'ok', accountId, sessionIdHash, detail = {} } = about
  const event = cleanEvent({
    id,
    at: new Date(at),
    type,
    outcome,
    requestId,
    accountId,
    sessionIdHash,
    detail,
    address: client?.address,
    clientInfo: client ? clientInfoMessage(client) : undefined,
  })
  return eventJson(event)
}
