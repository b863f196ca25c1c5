import { expect } from 'chai'
import { z } from 'zod'
import { fakeClock } from '../../testing/fake-clock.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { openTestRedis } from '../../testing/test-redis.ts'
import { openKeyRing } from '../tokens/key-ring.ts'
import { oneTimeValues } from './one-time-values.ts'
import type { OpenedRedis } from './redis.ts'

const keys = { current: 'a', keys: { a: Buffer.alloc(32, 1).toString('base64') } }

describe('one-time values', () => {
  let store: TempStore
  let opened: OpenedRedis
  before(async () => {
    store = tempStore()
    opened = await openTestRedis(store.redisUrl)
  })
  after(async () => {
    await opened.close()
    await store.drop()
  })

  const key = (name: string) => `${store.redisPrefix}one-time:${name}`
  const open = (clock = fakeClock(), keyRing?: ReturnType<typeof openKeyRing>) =>
    oneTimeValues({
      redis: opened.redis,
      clock,
      schema: z.object({ n: z.number() }),
      lifetimeMs: 1000,
      ...(keyRing && { keyRing }),
    })

  it('are taken once, of many calls at once', async () => {
    const values = open()
    await values.put(key('a'), { n: 1 })
    const taken = await Promise.all(Array.from({ length: 20 }, () => values.take(key('a'))))
    expect(taken.filter((value) => value !== null)).to.deep.equal([{ n: 1 }])
    expect(await values.take(key('unknown'))).to.equal(null)
    expect(await values.find(key('a'))).to.equal(null)
  })

  it('that were found are taken once, and not after they were replaced', async () => {
    const values = open()
    await values.put(key('b'), { n: 1 })
    const replaced = await values.find(key('b'))
    await values.put(key('b'), { n: 2 })
    expect(replaced?.value).to.deep.equal({ n: 1 })
    expect(await replaced?.take()).to.equal(false)
    const found = await Promise.all([values.find(key('b')), values.find(key('b'))])
    expect(await Promise.all(found.map((each) => each?.take()))).to.have.members([true, false])
    expect(await values.find(key('b'))).to.equal(null)
  })

  it('expire by the clock, and a minute later in Redis', async () => {
    const clock = fakeClock()
    const values = open(clock)
    for (const name of ['c', 'd', 'e']) await values.put(key(name), { n: 1 })
    expect(await opened.redis.pttl(key('c'))).to.be.within(50_000, 61_000)
    clock.advance(999)
    expect(await values.take(key('c'))).to.deep.equal({ n: 1 })
    clock.advance(1)
    expect(await values.find(key('d'))).to.equal(null)
    expect(await values.take(key('e'))).to.equal(null)
  })

  it('are sealed with their key as context', async () => {
    const keyRing = openKeyRing(JSON.stringify(keys))
    const values = open(fakeClock(), keyRing)
    await values.put(key('f'), { n: 77 })
    const stored = (await opened.redis.get(key('f'))) ?? ''
    expect(stored).to.match(/^v1\.a\./)
    await opened.redis.set(key('g'), stored)
    expect(await values.take(key('g')).catch(() => 'failed')).to.equal('failed')
    expect(await values.take(key('f'))).to.deep.equal({ n: 77 })
  })
})
