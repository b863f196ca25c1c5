import { setTimeout as pause } from 'node:timers/promises'
import { eventFields, eventStreamKey } from '@gatehouse/service-kit/events/event-stream'
import { outboxStream } from '@gatehouse/service-kit/outbox/outbox-stream'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'

export type EventOutbox = ReturnType<typeof eventOutbox>

type Options = { redis: RedisClient; prefix: string; maxLength: number; log: Logger }
/** An event that waits in the outbox of a key. */
type QueuedEvent = { outbox: string; event: string | Buffer }

const batchSize = 256
/** What is told within this time goes together: each time that Redis is written to costs more than an event. */
const batchMs = 10
/** Above this the outboxes alone remember what waits, until they are swept (outbox-sweeper.ts). */
const maxQueueLength = 10_000

/** Beside a key, in the same slot of a Cluster: what scripts that change the key append their events to. */
export const outboxOf = (key: string) => `${key}:outbox`

/**
 * Moves events from where scripts left them to the public stream of this service, soon after the act. An event leaves its
 * outbox when it is in the stream, so it may be told twice, and is never lost.
 */
export function eventOutbox({ redis, prefix, maxLength, log }: Options) {
  const stream = outboxStream(redis, { key: eventStreamKey(prefix, 'sessions'), maxLength })
  const queue: QueuedEvent[] = []
  let isFailing = false
  let publishing: Promise<void> | null = null

  async function publishQueue(): Promise<void> {
    while (queue.length > 0) {
      await pause(batchMs)
      try {
        await move(queue.splice(0, batchSize))
        isFailing = false
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'events cannot be published; they wait in their outboxes')
        isFailing = true
      }
    }
    publishing = null
  }

  /** Publishes events and takes them out of their outboxes. */
  async function move(batch: QueuedEvent[]): Promise<void> {
    const { published, error } = await stream.append(
      batch.map(({ event }) => ({ ...entryOf(String(event)), leaseUntil: 0 })),
    )
    await Promise.all(
      batch.slice(0, published.length).map(({ outbox, event }) => redis.lrem(outbox, 1, event)),
    )
    if (error) throw error
  }

  return {
    /** Publishes what a script told, in the background. */
    publish(outbox: string, events: string[]): void {
      if (queue.length > maxQueueLength) return
      for (const event of events) queue.push({ outbox, event })
      // With nothing to do it would be over before it is noted as begun, and none would follow.
      if (queue.length > 0) publishing ??= publishQueue()
    },

    /** Publishes all that waits in one outbox; entries that are no events are left where they are. */
    async drain(outbox: string): Promise<void> {
      let left = 0
      while (true) {
        // As bytes: an entry that is no valid UTF-8 could not be removed by its text.
        const entries = await redis.lrangeBuffer(outbox, left, left + batchSize - 1)
        if (entries.length === 0) break
        const events = entries.filter(isEvent)
        left += entries.length - events.length
        await move(events.map((event) => ({ outbox, event })))
      }
      if (left > 0) log.error({ outbox, count: left }, 'outbox entries are no events')
    },

    /** Publishes what is at hand. */
    async close(): Promise<void> {
      await publishing
    },
  }
}

function isEvent(entry: Buffer): boolean {
  try {
    const { id, type } = JSON.parse(String(entry)) as { id?: unknown; type?: unknown }
    return typeof id === 'string' && typeof type === 'string'
  } catch {
    return false
  }
}

function entryOf(event: string): { id: string; fields: string[] } {
  // Scripts append only what toldEvent() made; the rest is left out by isEvent().
  const { id, type, account_id } = JSON.parse(event) as { id: string; type: string; account_id?: string }
  return { id, fields: eventFields({ id, type, accountId: account_id, json: event }) }
}
