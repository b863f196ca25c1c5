import { eventJson } from '@gatehouse/service-kit/events/event-json'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Origin } from '../sessions/session.ts'
import type { EventTypeName } from './event-types.ts'

/** What is asked of this service: when (milliseconds since 1970), in which request, and from where, if that is told. */
export type EventSource = { at: number; requestId: string; from: Origin | null }

type About = {
  /** One of its own is made up, unless it follows from what is told; empty where a script puts it in. */
  id?: string
  outcome?: 'ok' | 'failed'
  accountId?: string
  sessionIdHash?: string
  detail?: Record<string, string>
}

const idBytes = 16

/** An event as others are told it (proto/events/v1/events.proto). Tokens, codes and what they are kept under never come here. */
export function buildEvent(
  type: EventTypeName,
  { at, requestId, from }: EventSource,
  about: About = {},
): string {
  const { id = newSecret(idBytes), outcome = 'ok', accountId, sessionIdHash, detail = {} } = about
  return eventJson({
    ...{ id, at: new Date(at), type, outcome, requestId, accountId, sessionIdHash, detail },
    address: from?.address,
    clientInfo: from ? clientInfo(from) : undefined,
  })
}

function clientInfo({ browser, os, platform, location }: Origin) {
  return {
    browser: browser ?? undefined,
    os: os ?? undefined,
    platform: platform ?? undefined,
    location: location ?? undefined,
  }
}
