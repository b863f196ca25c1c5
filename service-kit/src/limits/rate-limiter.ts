import type { Redis } from 'ioredis'
import type { Clock } from '../time/clock.ts'
import { cellOf, type Limit } from './gcra.ts'
import { type Held, type Verdict, verdictOn } from './verdict.ts'

export type { Limit } from './gcra.ts'
export { localRateLimiter } from './local-rate-limiter.ts'
export type { Verdict } from './verdict.ts'

export type RateLimiter = {
  /**
   * Charges `cost` calls to every limit, or to none when one of them refuses. Limits with different keys live in
   * different slots of Redis Cluster and are taken one key after the other: a refusal leaves earlier keys charged.
   */
  take(limits: Limit[], cost?: number): Promise<Verdict>
}

/**
 * The generic cell rate algorithm (contract.md 1, "Rate limits") over one or more buckets of one caller. The clock comes
 * as an argument (contract.md 7 row 46). Answers whether all passed, and each bucket's theoretical arrival time.
 */
const script = `
local now, cost = tonumber(ARGV[1]), tonumber(ARGV[2])
local until_, allowed = {}, 1
for i, key in ipairs(KEYS) do
  until_[i] = math.max(tonumber(redis.call('GET', key) or '0'), now)
  local interval, window = tonumber(ARGV[1 + 2 * i]), tonumber(ARGV[2 + 2 * i])
  if until_[i] + cost * interval - now > window + 0.001 then allowed = 0 end
end
local answer = { allowed }
for i, key in ipairs(KEYS) do
  if allowed == 1 then
    until_[i] = until_[i] + cost * tonumber(ARGV[1 + 2 * i])
    redis.call('SET', key, string.format('%.4f', until_[i]), 'PX', math.ceil(until_[i] - now) + 1000)
  end
  answer[i + 1] = string.format('%.4f', until_[i])
end
return answer`

type TakeCells = Redis & {
  takeCells(keys: number, ...args: (string | number)[]): Promise<[number, ...string[]]>
}

/** Limits kept in Redis, so that they hold over any number of replicas and restarts. `scale` widens every one. */
export function rateLimiter(options: {
  redis: Redis
  prefix: string
  scale: number
  clock: Clock
}): RateLimiter {
  const { prefix, scale, clock } = options
  // defineCommand adds the method that TakeCells names.
  const redis = options.redis as TakeCells
  redis.defineCommand('takeCells', { lua: script })

  async function takeOfOneKey(limits: Limit[], cost: number): Promise<Verdict> {
    const now = clock.now()
    const wanted = limits.map((limit) => ({ limit, cell: cellOf(limit, scale) }))
    const [allowed, ...times] = await redis.takeCells(
      limits.length,
      ...limits.map(({ key, bucket }) => `${prefix}limit:{${key}}:${bucket}`),
      now,
      cost,
      ...wanted.flatMap(({ cell }) => [cell.interval, cell.window]),
    )
    const held = wanted.map((each, index): Held => ({ ...each, fullUntil: Number(times[index]) }))
    return verdictOn(held, allowed === 1, now, cost)
  }

  return { take: (limits, cost = 1) => takeKeyByKey(limits, (some) => takeOfOneKey(some, cost)) }
}

async function takeKeyByKey(
  limits: Limit[],
  takeOfOneKey: (limits: Limit[]) => Promise<Verdict>,
): Promise<Verdict> {
  let tightest: Verdict | undefined
  for (const ofOneKey of Map.groupBy(limits, ({ key }) => key).values()) {
    const verdict = await takeOfOneKey(ofOneKey)
    if (!verdict.allowed) return verdict
    if (!tightest || verdict.state.remaining < tightest.state.remaining) tightest = verdict
  }
  if (!tightest) throw new Error('A take needs at least one limit.')
  return tightest
}
