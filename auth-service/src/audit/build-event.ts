import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { clientInfo } from '@gatehouse/service-kit/clients/client-details'
import { cleanEvent } from '@gatehouse/service-kit/events/clean-event'
import type { LocationOf } from '@gatehouse/service-kit/geoip/geoip'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { EventTypeName, eventTypes } from './event-types.ts'

type DetailOf<Type extends EventTypeName> = (typeof eventTypes)[Type]['detail']
type DetailName = { [Type in EventTypeName]: keyof DetailOf<Type> }[EventTypeName]

/** Named as in event-types.ts; a name of another event is an error. Never contains a secret or an email address. */
export type EventDetail<Type extends EventTypeName> = Type extends EventTypeName
  ? { [Name in DetailName]?: Name extends keyof DetailOf<Type> ? string | undefined : undefined }
  : never

export type EventAbout<Type extends EventTypeName> = {
  accountId: string | null
  client?: Client | undefined
  /** Whose session the event names. */
  actor?: Pick<Actor, 'sessionIdHash'> | undefined
  failed?: boolean
  detail?: EventDetail<Type>
}

/** An event whose account and client are added where it is emitted. */
export type EventOfType = {
  [Type in EventTypeName]: { type: Type; detail?: EventDetail<Type> }
}[EventTypeName]

export type EventSource = { newId: () => string; clock: Clock; locationOf: LocationOf }

export function buildEvent<Type extends EventTypeName>(
  { newId, clock, locationOf }: EventSource,
  { requestId }: Pick<Call, 'requestId'>,
  type: Type,
  { accountId, client, actor, failed = false, detail }: EventAbout<Type>,
): Event {
  const set = Object.entries<string | undefined>(detail ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return cleanEvent({
    id: newId(),
    at: new Date(clock.now()),
    type,
    outcome: failed ? 'failed' : 'ok',
    requestId,
    accountId: accountId ?? undefined,
    sessionIdHash: actor?.sessionIdHash,
    address: client?.address,
    clientInfo: client && clientInfo(client, locationOf),
    detail: Object.fromEntries(set),
  })
}
