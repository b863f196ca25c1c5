import { Redis } from 'ioredis'
import type { Logger } from '../process/log.ts'

export type OpenedRedis = {
  redis: Redis
  isReady(): boolean
  close(): Promise<void>
}

const slowestMs = 2000

/**
 * Opens Redis and never throws because it is away: the promise resolves when it is ready or the first try failed, connecting
 * goes on in the background, and commands meanwhile fail at once, or after 2 s, in a way `isStoreAway` knows.
 */
export async function openRedis({ url, log }: { url: string; log: Logger }): Promise<OpenedRedis> {
  const redis = new Redis(url, {
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: slowestMs,
    connectTimeout: slowestMs,
    keepAlive: 10_000,
    retryStrategy: (tries) => Math.min(50 * tries, 500),
  })
  watch(redis, log)
  await firstTry(redis)

  return {
    redis,
    isReady: () => redis.status === 'ready',
    async close() {
      redis.disconnect()
    },
  }
}

function firstTry(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    redis.once('ready', () => resolve())
    redis.once('close', () => resolve())
  })
}

function watch(redis: Redis, log: Logger): void {
  let away = false
  redis.on('ready', () => {
    away = false
    log.info('Redis is connected')
  })
  // An error event without a listener would be printed for every try.
  redis.on('error', (error) => {
    if (!away) log.warn({ err: error }, 'Redis is away')
    away = true
  })
}
