import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import type { CallContext } from '../directory-client.ts'

/** `by` as in the table of event types. */
export type EventActor = {
  by: 'manager' | 'token' | 'directory' | 'service'
  requestId: string
  actor?: Actor | undefined
  client?: Client | undefined
}

export function managerActor(actor: Actor | undefined, { requestId }: CallContext): EventActor {
  return { by: 'manager', requestId, actor }
}

export function tokenActor(client: Client | undefined, { requestId }: CallContext): EventActor {
  return { by: 'token', requestId, client }
}

/** The guild directory: deleting a channel or guild deletes its webhooks. */
export const directoryActor: EventActor = { by: 'directory', requestId: '' }

export const serviceActor: EventActor = { by: 'service', requestId: '' }
