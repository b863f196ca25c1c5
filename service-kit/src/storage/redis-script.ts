import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { RedisClient } from './redis.ts'

/** A value of a named argument. Omit what is unset: cjson decodes null to a value that Lua takes for true. */
type Argument =
  | string
  | number
  | boolean
  | undefined
  | readonly Argument[]
  | { readonly [name: string]: Argument }

export type ScriptArgs = { readonly [name: string]: Argument }

export type Script<Args extends ScriptArgs, Reply> = {
  (redis: RedisClient, keys: string[], args: Args): Promise<Reply>
  lua: string
  encode(args: Args): string
  parse(reply: unknown): Reply
}

type Definition<Reply> = {
  name: string
  keys: number | 'any'
  lua: string
  /** `z.null()` if the script returns nothing. */
  reply: z.ZodType<Reply>
}

export function defineScript<Args extends ScriptArgs, Reply>(
  definition: Definition<Reply>,
): Script<Args, Reply> {
  const { name, keys } = definition
  const lua = `local args = cjson.decode(ARGV[1])\n${definition.lua}`
  const sha = createHash('sha1').update(lua).digest('hex')
  const encode = (args: Args) => JSON.stringify(args)
  const parse = (reply: unknown) => definition.reply.parse(reply)

  async function run(redis: RedisClient, keyNames: string[], args: Args): Promise<Reply> {
    if (keys !== 'any' && keyNames.length !== keys) throw new Error(`The script ${name} takes ${keys} keys.`)
    const rest = [...keyNames, encode(args)]
    try {
      return parse(await redis.evalsha(sha, keyNames.length, ...rest))
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return parse(await redis.eval(lua, keyNames.length, ...rest))
    }
  }
  return Object.assign(run, { lua, encode, parse })
}
