import { createHash, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'

/** The work of both baselines for one request, as in the product: one session GET and one GCRA rate limit in Redis. */
const gcra = `
local tat = tonumber(redis.call('GET', KEYS[1]) or ARGV[1])
local now, interval, tolerance = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if tat < now then tat = now end
if tat - now > tolerance then return 0 end
redis.call('SET', KEYS[1], tat + interval, 'PX', math.ceil(tat + interval - now + tolerance))
return 1`

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeLimit(key: string, now: number, interval: number, tolerance: number): Promise<number>
  }
}

export function prepare(redis: Redis): void {
  redis.defineCommand('takeLimit', { numberOfKeys: 1, lua: gcra })
}

/** Stores one session as JSON and returns its token. */
export async function storeSession(redis: Redis): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const session = { account_id: '1', created_at: Date.now(), client: { browser: 'Firefox', os: 'Linux' } }
  await redis.set(sessionKey(token), JSON.stringify(session))
  return token
}

export async function checkSession(redis: Redis, authorization: string | undefined): Promise<string | null> {
  if (authorization === undefined) return null
  const key = sessionKey(authorization)
  const [allowed, stored] = await Promise.all([
    redis.takeLimit(`bench:limit:${key}`, Date.now(), 0.001, 1000),
    redis.get(key),
  ])
  return allowed === 1 ? stored : null
}

export function responseOf(stored: string, authorization: string) {
  const session = JSON.parse(stored)
  const id_hash = createHash('sha256').update(authorization).digest('base64url')
  return {
    id_hash,
    current: true,
    approx_last_used_at: new Date(session.created_at).toISOString(),
    client_info: session.client,
  }
}

function sessionKey(token: string): string {
  return `bench:session:${createHash('sha256').update(token).digest('base64url')}`
}
