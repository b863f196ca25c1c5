import { expect } from 'chai'
import { Redis } from 'ioredis'
import { tempStore } from '../testing/temp-store.ts'
import { defineScript } from './redis-script.ts'

describe('a Redis script', () => {
  const add = defineScript({ name: 'add', keys: 1, lua: `return redis.call('INCRBY', KEYS[1], ARGV[1])` })

  it('runs, also after Redis forgot it', async () => {
    const store = tempStore()
    const redis = new Redis(store.redisUrl)
    const key = `${store.redisPrefix}n`
    expect(await add(redis, [key], [2])).to.equal(2)
    await redis.script('FLUSH')
    expect(await add(redis, [key], [3])).to.equal(5)
    redis.disconnect()
    await store.drop()
  })

  it('refuses another number of keys than it declares', async () => {
    const redis = new Redis({ lazyConnect: true })
    const outcome = await add(redis, ['a', 'b'], [1]).catch((error: Error) => error.message)
    expect(outcome).to.equal('The script add takes 1 keys.')
    redis.disconnect()
  })
})
