import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { readEventJson } from '@gatehouse/service-kit/events/event-json'
import type { Redis } from 'ioredis'

/** What others were told of a webhook, in order, once there are as many events as expected. */
export async function emittedEvents(
  redis: Redis,
  { prefix, webhookId, count }: { prefix: string; webhookId: string; count: number },
): Promise<Event[]> {
  const told: Event[] = []
  let cursor = '0'
  while (told.length < count) {
    const [read] = (await redis.xread('BLOCK', 5000, 'STREAMS', `${prefix}events:webhooks`, cursor)) ?? []
    if (!read) throw new Error(`only ${told.length} of ${count} events were told`)
    for (const [id, fields] of read[1]) {
      cursor = id
      const event = readEventJson(fields[fields.indexOf('event') + 1] ?? '')
      if (event?.detail.webhook_id === webhookId) told.push(event)
    }
  }
  return told
}
