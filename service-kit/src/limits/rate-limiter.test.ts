import { expect } from 'chai'
import { fakeClock } from '../../testing/fake-clock.ts'
import { freshLimit } from '../../testing/fresh-limit.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { openTestRedis } from '../../testing/test-redis.ts'
import type { OpenedRedis } from '../storage/redis.ts'
import { addressLimits } from './address-limits.ts'
import { localRateLimiter } from './local-rate-limiter.ts'
import { type RateLimiter, rateLimiter } from './rate-limiter.ts'

describe('rateLimiter and localRateLimiter', () => {
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

  type Make = (scale?: number) => { limiter: RateLimiter; clock: ReturnType<typeof fakeClock> }
  const kinds: [string, Make][] = [
    [
      'in Redis',
      (scale = 1) => {
        const clock = fakeClock()
        return {
          clock,
          limiter: rateLimiter({
            redis: opened.redis,
            prefix: store.redisPrefix,
            service: 'gateway',
            scale,
            clock,
          }),
        }
      },
    ],
    [
      'in the process',
      (scale = 1) => {
        const clock = fakeClock()
        return { clock, limiter: localRateLimiter({ scale, clock }) }
      },
    ],
  ]

  for (const [name, make] of kinds) {
    describe(name, () => {
      it('allows exactly the limit at once, then one for each interval', async () => {
        for (const [limit, windowSeconds] of [
          [10, 10],
          [7, 10],
          [200, 60],
          [3, 1],
        ] as const) {
          const { limiter, clock } = make()
          const bucket = freshLimit({ limit, windowSeconds })
          for (let index = 0; index < limit; index++) {
            const { allowed, state } = await limiter.take([bucket])
            expect([allowed, state.remaining], `${limit} ${index}`).to.deep.equal([true, limit - index - 1])
          }
          const interval = Math.ceil((windowSeconds * 1000) / limit)
          expect((await limiter.take([bucket])).allowed).to.equal(false)
          clock.advance(interval - 1)
          expect((await limiter.take([bucket])).allowed).to.equal(false)
          clock.advance(1)
          expect((await limiter.take([bucket])).allowed).to.equal(true)
          expect((await limiter.take([bucket])).allowed).to.equal(false)
        }
      })

      it('returns calls for a negative cost, never more than were taken', async () => {
        const { limiter, clock } = make()
        const limits = [freshLimit({ limit: 2, windowSeconds: 600 }), freshLimit({ limit: 3 })]
        const left = async (cost: number) => (await limiter.take(limits, cost)).state.remaining
        expect(await left(-1)).to.equal(2)
        expect([await left(1), await left(1), await left(-1), await left(1)]).to.deep.equal([1, 0, 1, 0])
        expect((await limiter.take(limits)).allowed).to.equal(false)
        clock.advance(10_000)
        expect([await left(-1), await left(-1), await left(-1)]).to.deep.equal([1, 2, 2])
        expect((await limiter.take(limits, 3)).allowed).to.equal(false)
      })

      it('allows exactly the limit among 50 concurrent takes', async () => {
        const { limiter } = make()
        const bucket = freshLimit()
        const decisions = await Promise.all(Array.from({ length: 50 }, () => limiter.take([bucket])))
        expect(decisions.filter(({ allowed }) => allowed)).to.have.lengthOf(10)
      })

      it('decides 250 takes of one event-loop turn one by one, in order', async () => {
        const { limiter } = make()
        const [one, other] = [freshLimit(), freshLimit()]
        const calls = Array.from({ length: 250 }, (_, i) => limiter.take(i % 2 ? [one] : [other, one]))
        const decisions = await Promise.all(calls)
        const allowed = decisions.flatMap((decision, i) => (decision.allowed ? [i] : []))
        expect(allowed).to.deep.equal(Array.from({ length: 10 }, (_, i) => i))
        expect((await limiter.take([other])).state.remaining).to.equal(4)
      })

      it('returns bucket, limit, remaining, reset and retry-after', async () => {
        const { limiter, clock } = make()
        const bucket = freshLimit()
        const now = clock.now() / 1000
        const first = await limiter.take([bucket])
        expect(first).to.deep.equal({
          allowed: true,
          state: {
            bucket: 'auth:login',
            limit: 10,
            remaining: 9,
            resetAt: now + 1,
            retryAfter: 0,
            global: false,
          },
        })
        await limiter.take([bucket], 9)
        clock.advance(250)
        expect((await limiter.take([bucket])).state).to.deep.include({
          remaining: 0,
          resetAt: now + 10,
          retryAfter: 0.75,
        })
        clock.advance(750)
        expect((await limiter.take([bucket])).allowed).to.equal(true)
      })

      it('is full again after the window', async () => {
        const { limiter, clock } = make()
        const bucket = freshLimit()
        await limiter.take([bucket], 10)
        clock.advance(10_000)
        expect((await limiter.take([bucket])).state.remaining).to.equal(9)
      })

      it('enforces a burst below the limit', async () => {
        const { limiter, clock } = make()
        const bucket = freshLimit({ limit: 60, windowSeconds: 60, burst: 5 })
        expect((await limiter.take([bucket], 5)).allowed).to.equal(true)
        expect((await limiter.take([bucket])).allowed).to.equal(false)
        clock.advance(1000)
        expect((await limiter.take([bucket])).allowed).to.equal(true)
      })

      it('charges no bucket if one rejects the call, and returns its state', async () => {
        const { limiter } = make()
        const wide = freshLimit({ bucket: 'wide', limit: 100 })
        const narrow = freshLimit({ bucket: 'narrow', limit: 1, global: true })
        expect((await limiter.take([wide, narrow])).allowed).to.equal(true)
        for (let index = 0; index < 5; index++) {
          const decision = await limiter.take([wide, narrow])
          expect([decision.allowed, decision.state.global, decision.state.bucket]).to.deep.equal([
            false,
            true,
            'narrow',
          ])
        }
        expect((await limiter.take([wide])).state.remaining).to.equal(98)
      })

      it('returns the state of the tightest bucket if all allow', async () => {
        const { limiter } = make()
        const wide = freshLimit({ bucket: 'wide', limit: 100 })
        const narrow = freshLimit({ bucket: 'narrow', limit: 5 })
        expect((await limiter.take([wide, narrow])).state).to.include({ bucket: 'narrow', remaining: 4 })
      })

      it('allows the network of an address ten times as much, in one step', async () => {
        const { limiter } = make()
        const limit = freshLimit({ limit: 2, burst: 1, windowSeconds: 600 })
        const take = (address: string) => limiter.take(addressLimits(limit, address))
        for (const [name, outside] of [
          ['192.0.2.', '192.0.3.1'],
          ['2001:db8:1:', '2001:db8:2::1'],
        ] as const) {
          const at = (index: number) => (name.includes(':') ? `${name}${index}::1` : `${name}${index}`)
          for (let index = 0; index < 10; index++) {
            expect((await take(at(index))).allowed, at(index)).to.equal(true)
            expect((await take(at(index))).state).to.include({ limit: 1, remaining: 0 })
          }
          const { allowed, state } = await take(at(10))
          expect([allowed, state.limit, state.bucket]).to.deep.equal([false, 10, limit.bucket])
          expect((await take(outside)).allowed).to.equal(true)
        }
      })

      it('counts buckets and keys separately', async () => {
        const { limiter } = make()
        const bucket = freshLimit({ limit: 1 })
        await limiter.take([bucket])
        expect((await limiter.take([{ ...bucket, bucket: 'other' }])).allowed).to.equal(true)
        expect((await limiter.take([{ ...bucket, key: `${bucket.key}x` }])).allowed).to.equal(true)
      })

      it('scales every limit', async () => {
        const { limiter } = make(20)
        expect((await limiter.take([freshLimit()])).state).to.include({ limit: 200, remaining: 199 })
        const halved = make(0.5)
        expect((await halved.limiter.take([freshLimit()])).state).to.include({ limit: 5, remaining: 4 })
      })

      it('rejects a cost above the limit', async () => {
        const { limiter } = make()
        expect((await limiter.take([freshLimit()], 11)).allowed).to.equal(false)
      })
    })
  }
})
