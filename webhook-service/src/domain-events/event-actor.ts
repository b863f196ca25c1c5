import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { clientInfo } from '@gatehouse/service-kit/clients/client-details'
import { validClient } from '@gatehouse/service-kit/clients/valid-client'
import type { LocationOf } from '@gatehouse/service-kit/geoip/geoip'
import type { CallContext } from '../directory-client.ts'

/** `by` as in the table of event types. */
export type EventActor = {
  by: 'manager' | 'token' | 'directory' | 'service'
  requestId: string
  actor?: Actor | undefined
  client?: EventClient
  /** The reason that the caller gave. */
  reason?: string | undefined
}

type EventClient = Pick<Event, 'address' | 'clientInfo'>

type Context = { locationOf: LocationOf }

/** Fails with INVALID_FORM_BODY for an invalid client. */
export function managerActor(
  ctx: Context,
  { actor, client }: { actor: Actor | undefined; client: Client | undefined },
  { requestId }: CallContext,
): EventActor {
  return { by: 'manager', requestId, actor, ...clientOf(ctx, validClient(client)) }
}

export function tokenActor(ctx: Context, client: Client | undefined, { requestId }: CallContext): EventActor {
  return { by: 'token', requestId, ...clientOf(ctx, validClient(client, 'webhook.client')) }
}

/** The guild directory: deleting a channel or guild deletes its webhooks. */
export const directoryActor: EventActor = { by: 'directory', requestId: '' }

export const serviceActor: EventActor = { by: 'service', requestId: '' }

function clientOf({ locationOf }: Context, client: Client): Pick<EventActor, 'client' | 'reason'> {
  const { address, auditReason } = client
  return { client: { address, clientInfo: clientInfo(client, locationOf) }, reason: auditReason }
}
