import type { Logger } from '../process/log.ts'
import { type OpenedRedis, openRedis, type RedisClient } from './redis.ts'
import type { RedisTlsPaths } from './redis-tls.ts'

type Options = {
  redis: RedisClient
  config: RedisTlsPaths & { streamsRedisUrl: string | null }
  log: Logger
}

/** The Redis of the streams; without a URL of its own it is that of everything else, which its owner closes. */
export async function openStreamsRedis({ redis, config, log }: Options): Promise<OpenedRedis> {
  if (config.streamsRedisUrl === null) return { redis, close: async () => {} }
  return openRedis({ url: config.streamsRedisUrl, tlsPaths: config, log })
}
