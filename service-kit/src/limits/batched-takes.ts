import type { RedisClient } from '../storage/redis.ts'
import { defineScript } from '../storage/redis-script.ts'
import type { BucketState, Rate } from './gcra.ts'

/** One take: `cost` calls from every bucket, or from none when one of them refuses. */
export type Take = { nowUs: number; cost: number; buckets: { key: string; pace: Rate }[] }

// GCRA as in gcra.ts, in whole microseconds, one take after the other. Each is as atomic as if it came alone. `now` is an argument
// so that tests can move it (contract.md 7 row 46); expiry only cleans up, with a minute to spare for clocks that stand.
const takeScript = defineScript({
  name: 'take',
  keys: 'any',
  lua: `
    local answer, key, arg = {}, 0, 1
    while arg < #ARGV do
      local now, cost, count = tonumber(ARGV[arg]), tonumber(ARGV[arg + 1]), tonumber(ARGV[arg + 2])
      local refused, next = false, {}
      for i = 1, count do
        local interval, burst = tonumber(ARGV[arg + 1 + 2 * i]), tonumber(ARGV[arg + 2 + 2 * i])
        local tat = math.max(tonumber(redis.call('GET', KEYS[key + i]) or 0), now)
        next[i] = math.max(tat + cost * interval, now)
        local allowed = next[i] - now <= burst * interval
        answer[2 * (key + i) - 1] = tat
        answer[2 * (key + i)] = allowed and 1 or 0
        if not allowed then refused = true end
      end
      if not refused then
        for i = 1, count do
          answer[2 * (key + i) - 1] = next[i]
          local text = string.format('%.0f', next[i])
          redis.call('SET', KEYS[key + i], text, 'PX', math.ceil((next[i] - now) / 1000) + 60000)
        end
      end
      key, arg = key + count, arg + 3 + 2 * count
    end
    return answer`,
})

/** How much one run of the script may hold Redis up: about a millisecond. */
const maxTakesAtOnce = 100

type Waiting = { take: Take; resolve(statuses: BucketState[]): void; reject(error: unknown): void }

/**
 * Asks Redis for the takes of one event-loop turn together: a call costs far more than a take in it. In a Cluster the buckets of
 * one take share a slot and those of two do not, so there each goes alone.
 */
export function batchedTakes(redis: RedisClient) {
  let waiting: Waiting[] = []
  const most = redis.isCluster ? 1 : maxTakesAtOnce

  function send(): void {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += most) void ask(redis, all.slice(from, from + most))
  }

  return (take: Take): Promise<BucketState[]> =>
    new Promise((resolve, reject) => {
      if (waiting.push({ take, resolve, reject }) === 1) setImmediate(send)
    })
}

async function ask(redis: RedisClient, asked: Waiting[]): Promise<void> {
  const keys: string[] = []
  const args: number[] = []
  for (const { take } of asked) {
    args.push(take.nowUs, take.cost, take.buckets.length)
    for (const { key, pace } of take.buckets) {
      keys.push(key)
      args.push(pace.intervalUs, pace.burst)
    }
  }
  try {
    // The script's own return shape: two numbers for each bucket, in order.
    const answer = (await takeScript(redis, keys, args)) as number[]
    let at = 0
    for (const { take, resolve } of asked) {
      resolve(
        take.buckets.map(() => {
          const [tatUs = 0, allowed] = [answer[at], answer[at + 1]]
          at += 2
          return { allowed: allowed === 1, tatUs }
        }),
      )
    }
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}
