import { type OutboxStream, outboxStream } from '@gatehouse/service-kit/outbox/outbox-stream'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Message } from '../messages/message.ts'

/** The stream `{prefix}messages`, trimmed to about `maxLength` entries. */
export function messageStream(
  redis: RedisClient,
  { prefix, maxLength }: { prefix: string; maxLength: number },
): OutboxStream {
  return outboxStream(redis, { key: `${prefix}messages`, maxLength })
}

export function messageFields({ channelId, guildId }: Message, json: string): string[] {
  return ['type', 'created', 'channel_id', channelId, 'guild_id', guildId, 'message', json]
}
