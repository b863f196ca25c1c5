import { rangeEntries, type StreamEntry } from '@gatehouse/service-kit/events/stream-group'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'

export type StreamReader = ReturnType<typeof streamReader>

/** Reads the message stream without a consumer group. Cursors are ids of stream entries. */
export function streamReader(redis: RedisClient, key: string) {
  return {
    /** Oldest first, without the entry of the cursor itself. */
    async readAfter(cursor: string, max: number): Promise<StreamEntry[]> {
      return rangeEntries(await redis.xrange(key, `(${cursor}`, '+', 'COUNT', max))
    },

    /** Null for an empty stream. */
    async firstId(): Promise<string | null> {
      return rangeEntries(await redis.xrange(key, '-', '+', 'COUNT', 1))[0]?.id ?? null
    },

    async lastId(): Promise<string | null> {
      return rangeEntries(await redis.xrevrange(key, '+', '-', 'COUNT', 1))[0]?.id ?? null
    },
  }
}
