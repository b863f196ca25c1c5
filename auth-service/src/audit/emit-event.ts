import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { clientDetails } from '@gatehouse/service-kit/clients/client-details'
import { cleanEvent } from '@gatehouse/service-kit/events/clean-event'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { AuthContext } from '../context.ts'
import type { EventTypeName } from './event-types.ts'

export type DomainEvent = {
  type: EventTypeName
  outcome: 'ok' | 'failed'
  accountId: string | null
  client?: Client | undefined
  sessionIdHash?: string | undefined
  /** As described in event-types.ts. Never contains a secret or an email address. */
  detail?: Record<string, string>
}

/** In a `transaction`, the relay publishes the event after the commit. */
export async function emitEvent(
  ctx: Pick<AuthContext, 'audit' | 'clock' | 'locationOf' | 'newId'>,
  call: Pick<Call, 'requestId'>,
  event: DomainEvent,
  transaction?: StoreSession,
): Promise<void> {
  await ctx.audit.add(toProto(ctx, call, event), transaction)
}

export async function emitEvents(
  ctx: Pick<AuthContext, 'audit' | 'clock' | 'locationOf' | 'newId'>,
  call: Pick<Call, 'requestId'>,
  events: DomainEvent[],
  transaction: StoreSession,
): Promise<void> {
  await ctx.audit.addAll(
    events.map((event) => toProto(ctx, call, event)),
    transaction,
  )
}

function toProto(
  ctx: Pick<AuthContext, 'clock' | 'locationOf' | 'newId'>,
  { requestId }: Pick<Call, 'requestId'>,
  event: DomainEvent,
): Event {
  const { type, outcome, accountId, client, sessionIdHash, detail = {} } = event
  return cleanEvent({
    id: ctx.newId(),
    at: new Date(ctx.clock.now()),
    type,
    outcome,
    requestId,
    sessionIdHash,
    detail,
    accountId: accountId ?? undefined,
    address: client?.address,
    clientInfo: client && clientInfoOf(ctx, client),
  })
}

function clientInfoOf({ locationOf }: Pick<AuthContext, 'locationOf'>, client: Client): Event['clientInfo'] {
  const { browser, os, platform, location } = clientDetails(client, locationOf)
  return {
    browser: browser ?? undefined,
    os: os ?? undefined,
    platform: platform ?? undefined,
    location: location ?? undefined,
  }
}
