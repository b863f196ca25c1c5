import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { cleanEvent } from '@gatehouse/service-kit/events/clean-event'
import type { EventActor } from './event-actor.ts'
import type { EventTypeName } from './event-types.ts'

export type WebhookDomainEvent = {
  type: EventTypeName
  webhook: { id: string; channelId: string; guildId: string }
  eventActor: EventActor
  /** As in the table of event types; never a token or secret. */
  detail?: Record<string, string>
}

export function webhookEvent(
  { type, webhook, eventActor, detail }: WebhookDomainEvent,
  { id, now }: { id: string; now: number },
): Event {
  const { by, requestId, actor, client, reason } = eventActor
  const place = { webhook_id: webhook.id, channel_id: webhook.channelId, guild_id: webhook.guildId }
  return cleanEvent({
    id,
    at: new Date(now),
    type,
    outcome: 'ok',
    requestId,
    accountId: actor?.accountId,
    sessionIdHash: actor?.sessionIdHash,
    address: client?.address,
    clientInfo: client?.clientInfo,
    detail: { ...place, by, ...(reason && { reason }), ...detail },
  })
}
