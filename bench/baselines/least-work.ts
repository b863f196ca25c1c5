import { createHash, randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { mongo } from 'mongoose'

/** What the least programs for a sign-in and an execution share: the scripts, and the grouping of reads and writes. */
const limit = `
local now = redis.call('TIME')
local t = now[1] * 1000 + math.floor(now[2] / 1000)
for i = 1, #KEYS do
  local tat = tonumber(redis.call('GET', KEYS[i]) or t)
  if tat < t then tat = t end
  if tat - t > tonumber(ARGV[1]) then return 0 end
  redis.call('SET', KEYS[i], tat + tonumber(ARGV[2]), 'PX', tat - t + 600000)
end
return 1`
const attempt = `
local seen = redis.call('HMGET', KEYS[1], 'pending', 'until')
redis.call('HINCRBY', KEYS[1], 'pending', 1)
redis.call('PEXPIRE', KEYS[1], 3600000)
return seen`
// The session, its index, its domain event and the end of the attempts are one atomic step.
const addSession = `
redis.call('HSET', KEYS[1], 'account', ARGV[1], 'created', ARGV[2], 'client', ARGV[3])
redis.call('PEXPIRE', KEYS[1], 2592000000)
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[4])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', 10000, '*', 'event', ARGV[5])
redis.call('DEL', KEYS[4])
return 1`

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeTwo(one: string, two: string, tolerance: number, interval: number): Promise<number>
    countAttempt(key: string): Promise<unknown>
    addSession(...keysAndArguments: (string | number)[]): Promise<number>
  }
}

export function openRedis(): Redis {
  const redis = new Redis(process.env.GATEHOUSE_REDIS_URL ?? '', { enableAutoPipelining: true })
  redis.defineCommand('takeTwo', { numberOfKeys: 2, lua: limit })
  redis.defineCommand('countAttempt', { numberOfKeys: 1, lua: attempt })
  redis.defineCommand('addSession', { numberOfKeys: 4, lua: addSession })
  return redis
}

export async function openDatabase(): Promise<mongo.Db> {
  return (await mongo.MongoClient.connect(process.env.GATEHOUSE_MONGODB_URL ?? '')).db('gatehouse_bench')
}

export const newToken = () => randomBytes(32).toString('base64url')
export const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')
/** Never above its limit. */
export const takeLimits = (redis: Redis, name: string) =>
  redis.takeTwo(`bench:${name}:1`, `bench:${name}:2`, 1e9, 1)

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** One call of `run` for everything that was asked for in a turn of the event loop, and while `maxInFlight` calls run. */
export function grouped<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxInFlight }: { maxInFlight: number },
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let inFlight = 0
  async function next(): Promise<void> {
    if (waiting.length === 0 || inFlight >= maxInFlight) return
    const batch = waiting
    waiting = []
    inFlight += 1
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result) // one result an item
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    inFlight -= 1
    void next()
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      setImmediate(next)
    })
}
