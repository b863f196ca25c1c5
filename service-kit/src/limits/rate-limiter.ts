import type { RedisClient } from '../storage/redis.ts'
import { defineScript } from '../storage/redis-script.ts'
import type { Clock } from '../time/clock.ts'
import { type Limit, paceOf, type Standing } from './gcra.ts'
import { type Judged, type Verdict, verdictOf } from './verdict.ts'

export type { Limit } from './gcra.ts'
export { localRateLimiter } from './local-rate-limiter.ts'
export type { Verdict } from './verdict.ts'

export type RateLimiter = {
  /**
   * Takes `cost` calls from every bucket, or from none when one of them refuses. Fails as the store does when it is away.
   * In a Redis Cluster that holds for limits of the same key; those of different keys live in different slots and are taken
   * one key after the other, so that a refusal leaves the keys before it charged. A negative cost gives calls back.
   */
  take(limits: Limit[], cost?: number): Promise<Verdict>
}

// GCRA as in gcra.ts, in whole microseconds, over all buckets at once. `now` is an argument so that tests can move it
// (contract.md 7 row 46); expiry only cleans up, with a minute to spare for clocks that stand.
const takeScript = defineScript({
  name: 'take',
  keys: 'any',
  lua: `
    local now, cost = tonumber(ARGV[1]), tonumber(ARGV[2])
    local refused, next, tats = false, {}, {}
    for i, key in ipairs(KEYS) do
      local interval, burst = tonumber(ARGV[1 + 2 * i]), tonumber(ARGV[2 + 2 * i])
      local tat = math.max(tonumber(redis.call('GET', key) or 0), now)
      next[i] = math.max(tat + cost * interval, now)
      tats[i] = { string.format('%.0f', tat), next[i] - now <= burst * interval and 1 or 0 }
      if tats[i][2] == 0 then refused = true end
    end
    if refused then return tats end
    for i, key in ipairs(KEYS) do
      tats[i][1] = string.format('%.0f', next[i])
      redis.call('SET', key, tats[i][1], 'PX', math.ceil((next[i] - now) / 1000) + 60000)
    end
    return tats`,
})

const notYetKnown: Standing = { allowed: false, tatUs: 0 }

/** Limits held in Redis, so that they hold over any number of replicas (contract.md 1, "Rate limits"). `scale` multiplies every limit. */
export function rateLimiter(options: {
  redis: RedisClient
  prefix: string
  scale: number
  clock: Clock
}): RateLimiter {
  const { redis, prefix, scale, clock } = options

  async function judge(limits: Limit[], nowUs: number, cost: number): Promise<Judged[]> {
    const judged: Judged[] = []
    const keys: string[] = []
    const args: number[] = [nowUs, cost]
    for (const limit of limits) {
      const pace = paceOf(limit, scale)
      judged.push({ limit, pace, standing: notYetKnown })
      keys.push(`${prefix}limit:{${limit.key}}:${limit.bucket}`)
      args.push(pace.intervalUs, pace.burst)
    }
    // The script's own return shape, one pair for each key.
    const standings = (await takeScript(redis, keys, args)) as [string, number][]
    for (const [index, one] of judged.entries()) {
      const [tat, allowed] = standings[index] ?? ['0', 0]
      one.standing = { allowed: allowed === 1, tatUs: Number(tat) }
    }
    return judged
  }

  return {
    async take(limits, cost = 1) {
      const nowUs = Math.floor(clock.now() * 1000)
      const steps = redis.isCluster ? [...Map.groupBy(limits, ({ key }) => key).values()] : [limits]
      const judged: Judged[] = []
      for (const step of steps) {
        const taken = await judge(step, nowUs, cost)
        judged.push(...taken)
        if (taken.some(({ standing }) => !standing.allowed)) break
      }
      return verdictOf(judged, nowUs, cost)
    },
  }
}
