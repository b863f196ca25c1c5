import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import type { CallContext } from '../guilds.ts'

/** Who does something to a webhook, by the words of the table of events. */
export type EventActor = {
  by: 'manager' | 'token' | 'directory' | 'service'
  requestId: string
  actor?: Actor | undefined
  client?: Client | undefined
}

/** A signed-in member. */
export function manager(actor: Actor | undefined, { requestId }: CallContext): EventActor {
  return { by: 'manager', requestId, actor }
}

/** Whoever holds the token of the webhook. */
export function holder(client: Client | undefined, { requestId }: CallContext): EventActor {
  return { by: 'token', requestId, client }
}

/** The guild directory, whose deletions take webhooks along. */
export const directory: EventActor = { by: 'directory', requestId: '' }

/** This service by its own rules. */
export const service: EventActor = { by: 'service', requestId: '' }
