import { expect } from 'chai'
import { fakeClock } from '../../testing/fake-clock.ts'
import { freshLimit } from '../../testing/fresh-limit.ts'
import { logLines } from '../../testing/log-lines.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { openTestRedis } from '../../testing/test-redis.ts'
import { isStoreUnavailable } from '../errors/store-unavailable.ts'
import { type OpenedRedis, openRedis } from '../storage/redis.ts'
import { type Clock, systemClock } from '../time/clock.ts'
import { rateLimiter } from './rate-limiter.ts'

describe('rateLimiter', () => {
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

  it('is shared by replicas', async () => {
    const clock = fakeClock()
    const bucket = freshLimit()
    const second = await openTestRedis(store.redisUrl)
    const replicas = [opened, second].map(({ redis }) =>
      rateLimiter({ redis, prefix: store.redisPrefix, service: 'gateway', scale: 1, clock }),
    )
    const decisions = await Promise.all(
      Array.from({ length: 25 }).flatMap(() => replicas.map((one) => one.take([bucket]))),
    )
    expect(decisions.filter(({ allowed }) => allowed)).to.have.lengthOf(10)
    await second.close()
  })

  it('counts alike in processes whose clocks differ', async () => {
    const bucket = { ...freshLimit(), windowSeconds: 3600 }
    const replicas = [-120_000, 0, 120_000].map((skew) =>
      rateLimiter({
        redis: opened.redis,
        prefix: store.redisPrefix,
        service: 'gateway',
        scale: 1,
        clock: { now: () => Date.now() + skew, ahead: () => 0 },
      }),
    )
    const allowed: boolean[] = []
    for (let call = 0; call < 12; call += 1)
      for (const replica of call < 4 ? replicas : replicas.slice(0, 1))
        allowed.push((await replica.take([bucket])).allowed)
    expect(allowed.filter(Boolean)).to.have.length(10)
    expect(allowed.slice(0, 10)).to.not.include(false)
  })

  it('ignores what a process with a clock that was ahead stored', async () => {
    const bucket = freshLimit()
    const at = (clock: Clock) =>
      rateLimiter({ redis: opened.redis, prefix: store.redisPrefix, service: 'gateway', scale: 1, clock })
    await at({ now: () => Date.now() + 3_600_000 }).take([bucket])
    expect((await at(systemClock).take([bucket])).state).to.deep.include({ remaining: 9, retryAfter: 0 })
  })

  it('uses the key of a limit as hash tag, with an expiry', async () => {
    const clock = fakeClock()
    const bucket = freshLimit()
    await rateLimiter({
      redis: opened.redis,
      prefix: store.redisPrefix,
      service: 'gateway',
      scale: 1,
      clock,
    }).take([bucket])
    const ttl = await opened.redis.pttl(`${store.redisPrefix}limit:gateway:{${bucket.key}}:auth:login`)
    expect(ttl).to.be.within(60_000, 62_000)
  })

  it('fails as unavailable if Redis is', async () => {
    const unavailable = await openRedis({ url: 'redis://127.0.0.1:1', log: logLines().log })
    const limiter = rateLimiter({
      redis: unavailable.redis,
      prefix: '',
      service: 'gateway',
      scale: 1,
      clock: fakeClock(),
    })
    const error = await limiter.take([freshLimit()]).catch((cause: unknown) => cause)
    expect(isStoreUnavailable(error)).to.equal(true)
    await unavailable.close()
  })
})
