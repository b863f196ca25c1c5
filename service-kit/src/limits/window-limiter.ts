import { z } from 'zod'
import type { RedisClient } from '../storage/redis.ts'
import type { RedisRights } from '../storage/redis-rights.ts'
import { defineTimedScript } from '../storage/timed-script.ts'
import type { Clock } from '../time/clock.ts'
import type { Limit } from './gcra.ts'

type Window = { calls: number; windowMs: number }

/**
 * Each key is a list of the newest calls, so the oldest of them decides. Keys expire a minute late, since the clocks of tests and
 * earlier releases differ from that of Redis.
 */
const takeScript = defineTimedScript<{ windows: Window[] }, number>({
  name: 'take in window',
  keys: 'any',
  lua: `
    for i, window in ipairs(args.windows) do
      local oldest = redis.call('LINDEX', KEYS[i], window.calls - 1)
      local free = oldest and sane(tonumber(oldest), 0) + window.windowMs
      if free and free > now then return free - now end
    end
    for i, window in ipairs(args.windows) do
      redis.call('LPUSH', KEYS[i], string.format('%.0f', now))
      redis.call('LTRIM', KEYS[i], 0, window.calls - 1)
      redis.call('PEXPIRE', KEYS[i], window.windowMs + 60000)
    end
    return 0`,
  reply: z.number(),
})

export const windowLimiterRights: RedisRights['keys'] = {
  'window:auth:*': ['lindex', 'lpush', 'ltrim', 'pexpire'],
}

/**
 * Never allows more than `limit` calls within any period of `windowSeconds`. rateLimiter needs less memory, but allows up to twice
 * as many, because each call becomes available again on its own.
 */
export function windowLimiter(options: {
  redis: RedisClient
  prefix: string
  service: 'auth'
  scale: number
  clock: Clock
}) {
  const { redis, prefix, service, scale, clock } = options
  const keyOf = ({ key, bucket, part }: Limit) =>
    `${prefix}window:${service}:{${key}}:${bucket}${part === undefined ? '' : `:${part}`}`
  const windowOf = ({ limit, windowSeconds }: Limit) => ({
    calls: Math.max(1, Math.floor(limit * scale)),
    windowMs: windowSeconds * 1000,
  })

  return {
    /**
     * Returns 0 if every limit allows the call. Otherwise returns the milliseconds to wait, and charges none. In a Redis Cluster,
     * limits of other keys can stay charged, since those are in other slots.
     */
    async take(limits: Limit[]): Promise<number> {
      const groups = redis.isCluster ? Map.groupBy(limits, ({ key }) => key).values() : [limits]
      for (const group of groups) {
        const windows = group.map(windowOf)
        const waitMs = await takeScript(redis, group.map(keyOf), { windows }, clock)
        if (waitMs > 0) return waitMs
      }
      return 0
    },

    /** The newest calls do not count any more. */
    async giveBack(limit: Limit, calls: number): Promise<void> {
      await redis.ltrim(keyOf(limit), calls, -1)
    },
  }
}
