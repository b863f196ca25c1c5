import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { describeClient } from '@gatehouse/service-kit/clients/client-description'
import { cleanEvent } from '@gatehouse/service-kit/events/clean-event'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { AuthContext } from '../context.ts'
import type { EventTypeName } from './event-types.ts'

/** Something that was done or tried. */
export type DomainEvent = {
  type: EventTypeName
  outcome: 'ok' | 'failed'
  /** Whose account it was about; null when that is not known. */
  accountId: string | null
  /** Who asked; left out when an operator or this service did. */
  client?: Client | undefined
  sessionIdHash?: string | undefined
  /** By the words of the table of types; never a secret or an email address. */
  detail?: Record<string, string>
}

export type EmitContext = Pick<AuthContext, 'audit' | 'clock' | 'newId' | 'locationOf'>

/**
 * Keeps an act in the audit log, from where others are told of it. With the session of a transaction the act stands or falls
 * with the change it tells of, and is told as soon as a relay finds it. Fails as MongoDB does.
 */
export async function emitEvent(
  ctx: EmitContext,
  call: Pick<Call, 'requestId'>,
  act: DomainEvent,
  session?: StoreSession,
): Promise<void> {
  await ctx.audit.add(eventOf(ctx, call, act), session)
}

/** The same for many acts of one transaction. */
export async function emitEvents(
  ctx: EmitContext,
  call: Pick<Call, 'requestId'>,
  acts: DomainEvent[],
  session: StoreSession,
): Promise<void> {
  await ctx.audit.addAll(
    acts.map((act) => eventOf(ctx, call, act)),
    session,
  )
}

function eventOf(ctx: EmitContext, { requestId }: Pick<Call, 'requestId'>, act: DomainEvent): Event {
  const { type, outcome, accountId, client, sessionIdHash, detail = {} } = act
  return cleanEvent({
    id: ctx.newId(),
    at: new Date(ctx.clock.now()),
    ...{ type, outcome, requestId, sessionIdHash, detail },
    accountId: accountId ?? undefined,
    address: client?.address,
    clientInfo: client && clientInfoOf(ctx, client),
  })
}

/** A place the client names comes before that of its address (contract.md 9, "Location"). */
function clientInfoOf(
  { locationOf }: EmitContext,
  { address, userAgent, location }: Client,
): Event['clientInfo'] {
  const { browser, os, platform } = describeClient(userAgent)
  return {
    browser: browser ?? undefined,
    os: os ?? undefined,
    platform: platform ?? undefined,
    location: location ?? locationOf(address) ?? undefined,
  }
}
