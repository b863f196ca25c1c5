import { expect } from 'chai'
import { fakeClock } from '../../testing/fake-clock.ts'
import { freshLimit } from '../../testing/fresh-limit.ts'
import { logLines } from '../../testing/log-lines.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { type OpenedRedis, openRedis } from '../storage/redis.ts'
import { isStoreUnavailable } from '../storage/store-unavailable.ts'
import { rateLimiter } from './rate-limiter.ts'

describe('rateLimiter', () => {
  let store: TempStore
  let opened: OpenedRedis
  before(async () => {
    store = tempStore()
    opened = await openRedis({ url: store.redisUrl, log: logLines().log })
  })
  after(async () => {
    await opened.close()
    await store.drop()
  })

  it('is shared by replicas', async () => {
    const clock = fakeClock()
    const bucket = freshLimit()
    const second = await openRedis({ url: store.redisUrl, log: logLines().log })
    const replicas = [opened, second].map(({ redis }) =>
      rateLimiter({ redis, prefix: store.redisPrefix, service: 'gateway', scale: 1, clock }),
    )
    const decisions = await Promise.all(
      Array.from({ length: 25 }).flatMap(() => replicas.map((one) => one.take([bucket]))),
    )
    expect(decisions.filter(({ allowed }) => allowed)).to.have.lengthOf(10)
    await second.close()
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
