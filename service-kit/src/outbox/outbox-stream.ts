import type { RedisClient } from '../storage/redis.ts'
import type { Publication, Published } from './publication.ts'

export type OutboxStream = ReturnType<typeof outboxStream>

export function outboxStream(redis: RedisClient, { key, maxLength }: { key: string; maxLength: number }) {
  return {
    /** Appends in order. Returns those before the first failure, and its error; later ones may be in the stream all the same. */
    async append(publications: Publication[]): Promise<{ published: Published[]; error: Error | null }> {
      const pipeline = redis.pipeline()
      for (const { fields } of publications) pipeline.xadd(key, 'MAXLEN', '~', maxLength, '*', ...fields)
      const published: Published[] = []
      for (const [index, [error, streamId]] of ((await pipeline.exec()) ?? []).entries()) {
        const publication = publications[index]
        if (error || !publication)
          return { published, error: error ?? new Error('More replies than commands.') }
        published.push({ id: publication.id, streamId: String(streamId) })
      }
      return { published, error: null }
    },
  }
}
