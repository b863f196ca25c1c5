import { eventFields, eventStreamKey } from '@gatehouse/service-kit/events/event-stream'
import { outboxStream, type StreamBounds } from '@gatehouse/service-kit/outbox/outbox-stream'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { pollingLoop } from '@gatehouse/service-kit/process/polling-loop'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'

export type EventOutbox = ReturnType<typeof eventOutbox>

type Options = StreamBounds & { redis: RedisClient; streams: RedisClient; prefix: string; log: Logger }
type QueuedEvent = { outbox: string; event: string | Buffer; queuedAt: number }

const batchSize = 256
/** Events of this time are published together, since a write to Redis costs more than an event. */
const batchMs = 10
const maxPauseMs = 1000
/** Events above this wait in their outboxes until the next sweep (outbox-sweeper.ts). */
const maxQueueLength = 10_000

/** In the same Cluster slot as the key, so that one script can change both. */
export const outboxOf = (key: string) => `${key}:outbox`

/**
 * An event leaves its outbox after it is in the public stream, so it may be published twice but is never
 * lost. The outboxes are in the Redis of the sessions, the stream can be in another one.
 */
export function eventOutbox({ redis, streams, prefix, log, ...bounds }: Options) {
  const stream = outboxStream(streams, { key: eventStreamKey(prefix, 'sessions'), log, ...bounds })
  const queue: QueuedEvent[] = []
  const loop = pollingLoop({
    async work(closing) {
      const [oldest] = queue
      if (!oldest) return Number.POSITIVE_INFINITY
      const waitMs = oldest.queuedAt + batchMs - performance.now()
      if (waitMs > 0 && !closing.aborted) return waitMs
      await publishBatch()
      return 0
    },
    backoff: { minMs: 2 * batchMs, maxMs: maxPauseMs },
    onFailure: (error, failures) => {
      if (failures === 1) log.warn({ err: error }, 'events not published; retrying')
    },
    // What fails meanwhile stays in its outbox, for the sweep of another process.
    drains: true,
  })

  async function publishBatch(): Promise<void> {
    const batch = queue.splice(0, batchSize)
    try {
      await move(batch)
    } finally {
      queue.unshift(...batch)
    }
  }

  /** Leaves the events that were not published in `batch`. */
  async function move(batch: Omit<QueuedEvent, 'queuedAt'>[]): Promise<void> {
    const { published, error } = await stream.append(
      batch.map(({ event }) => ({ ...entryOf(String(event)), leaseUntil: 0 })),
    )
    await Promise.all(
      batch.slice(0, published.length).map(({ outbox, event }) => redis.lrem(outbox, 1, event)),
    )
    batch.splice(0, published.length)
    if (error) throw error
  }

  return {
    publish(outbox: string, events: string[]): void {
      if (queue.length > maxQueueLength) return
      const wasEmpty = queue.length === 0
      for (const event of events) queue.push({ outbox, event, queuedAt: performance.now() })
      if (wasEmpty) loop.wake()
    },

    async drain(outbox: string): Promise<void> {
      let left = 0
      while (true) {
        // As bytes, since LREM could not remove an entry of invalid UTF-8 by its text.
        const entries = await redis.lrangeBuffer(outbox, left, left + batchSize - 1)
        if (entries.length === 0) break
        const events = entries.filter(isEvent)
        left += entries.length - events.length
        await move(events.map((event) => ({ outbox, event })))
      }
      if (left > 0) log.error({ outbox, count: left }, 'outbox entries are not events')
    },

    async oldestPendingSeconds(): Promise<number> {
      const [oldest] = queue
      return oldest ? (performance.now() - oldest.queuedAt) / 1000 : 0
    },

    close: loop.close,
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
  // Scripts append only what buildEvent() returns.
  const { id, type, account_id } = JSON.parse(event) as { id: string; type: string; account_id?: string }
  return { id, fields: eventFields({ id, type, accountId: account_id, json: event }) }
}
