import type { Redis } from 'ioredis'

/** The memory that a Redis has in use. */
export async function usedBytes(redis: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1])
}
