import { gauge, type Metric } from '../metrics/metric.ts'
import type { Clock } from '../time/clock.ts'
import type { RedisClient } from './redis.ts'
import { slotOwners } from './redis-masters.ts'

/** A slower reply says too little about the time. */
const maxRoundTripMs = 200

/** How far the clock of this process is ahead of that of Redis, of the master that differs most. */
export function clockSkew(redis: RedisClient | null, clock: Clock): Metric {
  return gauge({
    name: 'gatehouse_clock_skew_seconds',
    help: 'How far the clock of the process is ahead of that of Redis. No sample while Redis is unavailable, slow or denies TIME.',
    async collect(metric) {
      const masters = redis === null ? [] : [...slotOwners(redis).values()]
      const skews = await Promise.all(masters.map((master) => skewMs(master, clock).catch(() => null)))
      const known = skews.filter((skew) => skew !== null)
      const [largest] = known.toSorted((a, b) => Math.abs(b) - Math.abs(a))
      if (largest === undefined) metric.remove()
      else metric.set(largest / 1000)
    },
  })
}

async function skewMs(master: Pick<RedisClient, 'time'>, clock: Clock): Promise<number | null> {
  const ownTime = () => clock.now() - (clock.ahead?.() ?? 0)
  const [sentAt, startedAt] = [ownTime(), performance.now()]
  const [seconds, microseconds] = await master.time()
  const roundTripMs = performance.now() - startedAt
  const ofRedis = Number(seconds) * 1000 + Number(microseconds) / 1000
  return roundTripMs > maxRoundTripMs ? null : sentAt + roundTripMs / 2 - ofRedis
}
