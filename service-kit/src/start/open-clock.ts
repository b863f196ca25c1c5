import type { Logger } from '../process/log.ts'
import type { RedisClient } from '../storage/redis.ts'
import { type Clock, type MovableClock, movableClock, systemClock } from '../time/clock.ts'

type Options = {
  service: string
  config: { testClock: boolean; redisPrefix: string }
  redis: Pick<RedisClient, 'get' | 'set'>
  log: Pick<Logger, 'warn'>
}

/** The offset is stored, so that a restarted process does not return to a time before its data. */
export async function openClock({ service, config, redis, log }: Options): Promise<Clock | MovableClock> {
  if (!config.testClock) return systemClock
  const key = `${config.redisPrefix}test-clock:${service}`
  const stored = await redis.get(key).catch((err: unknown) => {
    log.warn({ err }, 'test clock starts at the time of the machine: Redis is unavailable')
    return null
  })
  let ahead = Number(stored ?? 0)
  const clock = movableClock(systemClock, ahead)
  return {
    now: clock.now,
    ahead: () => ahead,
    async advance(ms) {
      await redis.set(key, ahead + ms)
      clock.advance(ms)
      ahead += ms
    },
  }
}
