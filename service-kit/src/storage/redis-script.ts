import { createHash } from 'node:crypto'
import type { RedisClient } from './redis.ts'

export type Argument = string | number | Buffer

/** A Lua script that Redis runs as one atomic step; `keys` is how many keys it takes. */
export type Script = {
  (redis: RedisClient, keys: string[], args: Argument[]): Promise<unknown>
  lua: string
}

/** Makes a script callable by its digest; a Redis that does not know it (yet, or since a restart) is sent the text. */
export function defineScript({
  name,
  lua,
  keys,
}: {
  name: string
  lua: string
  keys: number | 'any'
}): Script {
  const sha = createHash('sha1').update(lua).digest('hex')
  const run = async (redis: RedisClient, keyNames: string[], args: Argument[]) => {
    if (keys !== 'any' && keyNames.length !== keys) throw new Error(`The script ${name} takes ${keys} keys.`)
    try {
      return await redis.evalsha(sha, keyNames.length, ...keyNames, ...args)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return redis.eval(lua, keyNames.length, ...keyNames, ...args)
    }
  }
  return Object.assign(run, { lua })
}
