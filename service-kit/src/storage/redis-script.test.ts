import { expect } from 'chai'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { defineScript } from './redis-script.ts'

describe('defineScript', () => {
  let store: TempStore
  let redis: Redis
  let key: string
  before(() => {
    store = tempStore()
    redis = new Redis(store.redisUrl)
    key = `${store.redisPrefix}n`
  })
  after(async () => {
    redis.disconnect()
    await store.drop()
  })

  const increment = defineScript<{ by: number }, number>({
    name: 'increment',
    keys: 1,
    lua: `return redis.call('INCRBY', KEYS[1], args.by)`,
    reply: z.number(),
  })

  it('runs, also after Redis lost its script cache', async () => {
    expect(await increment(redis, [key], { by: 2 })).to.equal(2)
    await redis.script('FLUSH')
    expect(await increment(redis, [key], { by: 3 })).to.equal(5)
  })

  it('passes arguments by name, text unchanged, and leaves out what is undefined', async () => {
    const echo = defineScript<{ text: string; list: string[]; unset?: string | undefined }, string[]>({
      name: 'echo',
      keys: 0,
      lua: `return { args.text, tostring(#args.list), args.list[2], tostring(args.unset) }`,
      reply: z.array(z.string()),
    })
    const text = 'line\nü 🦊 " \\ \u0000'
    expect(await echo(redis, [], { text, list: ['a', 'b'], unset: undefined })).to.deep.equal([
      text,
      '2',
      'b',
      'nil',
    ])
  })

  it('fails if the reply does not have the declared shape', async () => {
    const wrong = defineScript<Record<string, never>, string>({
      name: 'wrong',
      keys: 0,
      lua: `return 1`,
      reply: z.string(),
    })
    const error = await wrong(redis, [], {}).catch((error: unknown) => error)
    expect(error).to.be.instanceOf(z.ZodError)
  })

  it('rejects a number of keys that differs from the declared one', async () => {
    const message = await increment(redis, ['a', 'b'], { by: 1 }).catch((error: Error) => error.message)
    expect(message).to.equal('The script increment takes 1 keys.')
  })
})
