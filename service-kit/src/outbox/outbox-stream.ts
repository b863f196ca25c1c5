import type { Redis } from 'ioredis'
import type { RedisClient } from '../storage/redis.ts'
import { onMaster } from '../storage/redis-masters.ts'
import type { Publication, Published } from './publication.ts'

export type OutboxStream = ReturnType<typeof outboxStream>

type Appended = { published: Published[]; error: unknown }

export function outboxStream(redis: RedisClient, { key, maxLength }: { key: string; maxLength: number }) {
  /** Throws if nothing was appended. */
  async function appendOn(master: Redis, publications: Publication[]): Promise<Appended> {
    const pipeline = master.pipeline()
    for (const { fields } of publications) pipeline.xadd(key, 'MAXLEN', '~', maxLength, '*', ...fields)
    const published: Published[] = []
    for (const [index, [error, streamId]] of ((await pipeline.exec()) ?? []).entries()) {
      const publication = publications[index]
      if (error && index === 0) throw error
      if (error || !publication)
        return { published, error: error ?? new Error('More replies than commands.') }
      const { id, leaseUntil } = publication
      published.push({ id, leaseUntil, streamId: String(streamId) })
    }
    return { published, error: null }
  }

  return {
    /** Appends in order. Returns those before the first failure, and its error; later ones may be in the stream all the same. */
    append: (publications: Publication[]): Promise<Appended> =>
      onMaster(redis, key, (master) => appendOn(master, publications)).catch((error: unknown) => ({
        published: [],
        error,
      })),
  }
}
