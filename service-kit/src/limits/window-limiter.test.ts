import { expect } from 'chai'
import { fakeClock } from '../../testing/fake-clock.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { openTestRedis } from '../../testing/test-redis.ts'
import type { OpenedRedis } from '../storage/redis.ts'
import { movableClock } from '../time/clock.ts'
import { windowLimiter } from './window-limiter.ts'

const minute = 60_000

describe('windowLimiter', () => {
  let store: TempStore
  let opened: OpenedRedis
  let count = 0
  before(async () => {
    store = tempStore()
    opened = await openTestRedis(store.redisUrl)
  })
  after(async () => {
    await opened.close()
    await store.drop()
  })

  const limit = (calls: number) => {
    count += 1
    return { bucket: 'mail', key: `key-${count}`, limit: calls, windowSeconds: 3600 }
  }
  const limiter = (clock = fakeClock(), scale = 1) => {
    const { take } = windowLimiter({
      redis: opened.redis,
      prefix: store.redisPrefix,
      service: 'auth',
      scale,
      clock,
    })
    return {
      clock,
      wait: take,
      take: async (...args: Parameters<typeof take>) => (await take(...args)) === 0,
    }
  }

  it('rejects the sixth call until an hour after the first', async () => {
    const { clock, take } = limiter()
    const five = limit(5)
    const taken: boolean[] = []
    for (let call = 0; call < 5; call++) {
      taken.push(await take([five]))
      clock.advance(10 * minute)
    }
    taken.push(await take([five]))
    clock.advance(10 * minute - 1)
    taken.push(await take([five]))
    clock.advance(1)
    taken.push(await take([five]), await take([five]))
    clock.advance(10 * minute)
    taken.push(await take([five]), await take([five]))
    expect(taken).to.deep.equal([true, true, true, true, true, false, false, true, false, true, false])
  })

  it('does not wait for what a process with a clock that was ahead stored', async () => {
    const one = limit(1)
    await limiter({ now: () => Date.now() + 24 * 60 * minute, advance() {} }).take([one])
    // It counts as now, and thus for an hour.
    expect(await limiter(movableClock()).wait([one])).to.be.within(60 * minute - 1000, 60 * minute)
  })

  it('returns how long it rejects calls', async () => {
    const { clock, wait } = limiter()
    const one = limit(1)
    expect(await wait([one])).to.equal(0)
    clock.advance(10 * minute)
    expect(await wait([limit(2), one])).to.equal(50 * minute)
  })

  it('charges no limit if one rejects the call', async () => {
    const { take } = limiter()
    const [one, two] = [limit(1), limit(2)]
    expect(await take([two, one])).to.equal(true)
    expect(await take([two, one])).to.equal(false)
    expect(await take([two])).to.equal(true)
    expect(await take([two])).to.equal(false)
  })

  it('is exact for calls at the same time, by several replicas', async () => {
    const five = limit(5)
    const replicas = [limiter(), limiter()]
    const taken = await Promise.all(
      Array.from({ length: 20 }).flatMap(() => replicas.map(({ take }) => take([five]))),
    )
    expect(taken.filter(Boolean)).to.have.lengthOf(5)
  })

  it('follows the scale and stores no more than the window needs', async () => {
    const { take } = limiter(fakeClock(), 2)
    const one = limit(1)
    expect([await take([one]), await take([one]), await take([one])]).to.deep.equal([true, true, false])
    const key = `${store.redisPrefix}window:auth:{${one.key}}:mail`
    expect(await opened.redis.llen(key)).to.equal(2)
    expect(await opened.redis.pttl(key)).to.be.within(3600_000, 3661_000)
  })
})
