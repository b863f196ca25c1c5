import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { readEventJson } from '@gatehouse/service-kit/events/event-json'
import type { Redis } from 'ioredis'

/** The events of a webhook in order, once `count` were emitted. */
export async function emittedEvents(
  redis: Redis,
  { prefix, webhookId, count }: { prefix: string; webhookId: string; count: number },
): Promise<Event[]> {
  const emitted: Event[] = []
  let cursor = '0'
  while (emitted.length < count) {
    const [read] = (await redis.xread('BLOCK', 5000, 'STREAMS', `${prefix}events:webhooks`, cursor)) ?? []
    if (!read) throw new Error(`only ${emitted.length} of ${count} events were emitted`)
    for (const [id, fields] of read[1]) {
      cursor = id
      const event = readEventJson(fields[fields.indexOf('event') + 1] ?? '')
      if (event?.detail.webhook_id === webhookId) emitted.push(event)
    }
  }
  return emitted
}
