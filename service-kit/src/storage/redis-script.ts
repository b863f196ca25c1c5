import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

export type RedisScript = (redis: Redis, keys: string[], args: (string | number)[]) => Promise<unknown>

/** A Lua script that runs as one atomic step. Every key it touches is named in `keys`, so that it works in a Cluster too. */
export function defineScript({ name, lua, keys }: { name: string; lua: string; keys: number }): RedisScript {
  const sha = createHash('sha1').update(lua).digest('hex')
  return async function run(redis, keyNames, args) {
    if (keyNames.length !== keys) throw new TypeError(`The script ${name} takes ${keys} keys.`)
    try {
      return await redis.evalsha(sha, keys, ...keyNames, ...args)
    } catch (error) {
      // Redis forgets scripts when it restarts.
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return redis.eval(lua, keys, ...keyNames, ...args)
    }
  }
}
