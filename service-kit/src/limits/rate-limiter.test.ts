import { expect } from 'chai'
import { Redis } from 'ioredis'
import { fakeClock } from '../testing/fake-clock.ts'
import { tempStore } from '../testing/temp-store.ts'
import { localRateLimiter, type RateLimiter, rateLimiter } from './rate-limiter.ts'

const login = { bucket: 'auth:login', key: 'address:192.0.2.1', limit: 10, windowSeconds: 10 }

describe('rate limiter', () => {
  let store: Awaited<ReturnType<typeof tempStore>>
  let redis: Redis

  before(async () => {
    store = await tempStore()
    redis = new Redis(store.redisUrl)
  })

  after(async () => {
    redis.disconnect()
    await store.drop()
  })

  const kinds = {
    'in Redis': (clock: ReturnType<typeof fakeClock>, scale: number, name: string) =>
      rateLimiter({ redis, prefix: `${store.redisPrefix}${name}:`, scale, clock }),
    'in the process': (clock: ReturnType<typeof fakeClock>, scale: number) =>
      localRateLimiter({ clock, scale }),
  }

  for (const [kind, open] of Object.entries(kinds)) {
    describe(kind, () => {
      it('lets as many through as the limit says, then refuses until one has leaked out', async () => {
        const clock = fakeClock()
        const limiter = open(clock, 1, 'exact')
        for (let left = 9; left >= 0; left -= 1) {
          const { allowed, state } = await limiter.take([login])
          expect([allowed, state.remaining, state.limit]).to.deep.equal([true, left, 10])
        }
        const refused = await limiter.take([login])
        expect(refused.allowed).to.equal(false)
        expect(refused.state.retryAfter).to.be.closeTo(1, 0.01)
        expect(refused.state.resetAt).to.be.closeTo(clock.now() / 1000 + 10, 0.01)

        clock.advance(999)
        expect((await limiter.take([login])).allowed).to.equal(false)
        clock.advance(1)
        expect((await limiter.take([login])).allowed).to.equal(true)
        expect((await limiter.take([login])).allowed).to.equal(false)
      })

      it('passes exactly the limit when 50 come at once', async () => {
        const limiter = open(fakeClock(), 1, 'race')
        const verdicts = await Promise.all(Array.from({ length: 50 }, () => limiter.take([login])))
        expect(verdicts.filter(({ allowed }) => allowed)).to.have.lengthOf(10)
      })

      it('charges none of one caller’s limits when one refuses, and names the one that did', async () => {
        const limiter = open(fakeClock(), 1, 'together')
        const cap = { ...login, bucket: 'global', limit: 2, windowSeconds: 1, global: true }
        await limiter.take([cap, login])
        await limiter.take([cap, login])
        const refused = await limiter.take([cap, login])
        expect([refused.allowed, refused.global, refused.state.bucket]).to.deep.equal([false, true, 'global'])
        expect((await limiter.take([login])).state.remaining).to.equal(7)
      })

      it('counts callers and buckets apart', async () => {
        const limiter = open(fakeClock(), 1, 'apart')
        await limiter.take([login], 10)
        expect((await limiter.take([{ ...login, key: 'address:192.0.2.2' }])).allowed).to.equal(true)
        expect((await limiter.take([{ ...login, bucket: 'auth:register' }])).allowed).to.equal(true)
        expect((await limiter.take([login])).allowed).to.equal(false)
      })

      it('refuses a cost above the whole bucket', async () => {
        expect((await open(fakeClock(), 1, 'cost').take([login], 11)).allowed).to.equal(false)
      })

      it('is as wide as its scale says', async () => {
        const { state } = await open(fakeClock(), 20, 'scale').take([login])
        expect([state.limit, state.remaining]).to.deep.equal([200, 199])
      })

      it('holds limits of several callers, each for itself', async () => {
        const limiter = open(fakeClock(), 1, 'keys')
        const channel = { bucket: 'channel', key: 'channel:7', limit: 3, windowSeconds: 60 }
        const { state } = await limiter.take([login, channel])
        expect([state.bucket, state.remaining]).to.deep.equal(['channel', 2])
      })
    })
  }

  it('holds over replicas and restarts', async () => {
    const clock = fakeClock()
    const replica = (): RateLimiter => kinds['in Redis'](clock, 1, 'replicas')
    await replica().take([login], 6)
    await replica().take([login], 4)
    expect((await replica().take([login])).allowed).to.equal(false)
  })

  it('leaves nothing behind once a bucket is empty', async () => {
    const limiter = kinds['in Redis'](fakeClock(), 1, 'expiry')
    await limiter.take([login])
    const [key] = await redis.keys(`${store.redisPrefix}expiry:*`)
    expect(await redis.pttl(key ?? '')).to.be.within(1, 2001)
  })

  it('forgets the oldest buckets of the process when there are too many', async () => {
    const limiter = localRateLimiter({ clock: fakeClock(), scale: 1, mostBuckets: 2 })
    for (const key of ['a', 'b', 'c']) await limiter.take([{ ...login, key }], 10)
    expect((await limiter.take([{ ...login, key: 'c' }])).allowed).to.equal(false)
    expect((await limiter.take([{ ...login, key: 'a' }])).allowed).to.equal(true)
  })
})
