import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Publication, Published } from './publication.ts'

export type MessageStream = ReturnType<typeof messageStream>

/**
 * The stream consumers read (contract.md 9, Message stream): `{prefix}messages` with the fields type, channel_id,
 * guild_id and message. It keeps about `maxLength` entries.
 */
export function messageStream(redis: RedisClient, options: { prefix: string; maxLength: number }) {
  const key = `${options.prefix}messages`

  return {
    /** Appends them in order. Those after the first failure are not in the answer, even if they arrived; its error is. */
    async append(publications: Publication[]): Promise<{ published: Published[]; error: Error | null }> {
      const pipeline = redis.pipeline()
      for (const { channelId, guildId, json } of publications) {
        const fields = ['type', 'created', 'channel_id', channelId, 'guild_id', guildId, 'message', json]
        pipeline.xadd(key, 'MAXLEN', '~', options.maxLength, '*', ...fields)
      }
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
