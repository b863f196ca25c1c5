import type { RedisClient } from '../storage/redis.ts'
import type { Publication, Published } from './publication.ts'

export type OutboxStream = ReturnType<typeof outboxStream>

/** A Redis Stream that publications are appended to; it keeps about `maxLength` entries. */
export function outboxStream(redis: RedisClient, { key, maxLength }: { key: string; maxLength: number }) {
  return {
    /** Appends them in order. Those after the first failure are not in the answer, even if they arrived; its error is. */
    async append(publications: Publication[]): Promise<{ published: Published[]; error: Error | null }> {
      const pipeline = redis.pipeline()
      for (const { fields } of publications) pipeline.xadd(key, 'MAXLEN', '~', maxLength, '*', ...fields)
      const published: Published[] = []
      for (const [index, [error, streamId]] of ((await pipeline.exec()) ?? []).entries()) {
        const publication = publications[index]
        if (error || !publication)
          return { published, error: error ?? new Error('more answers than commands') }
        published.push({ id: publication.id, streamId: String(streamId) })
      }
      return { published, error: null }
    },
  }
}
