import type { LimitDecision, RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { expect } from 'chai'
import { limiterWithFallback } from './limiter.ts'

const limit = { bucket: 'test', key: 'ann', limit: 1, windowSeconds: 1 }
const decision = (bucket: string): LimitDecision => {
  const state = { bucket, limit: 1, remaining: 0, resetAt: 0, retryAfter: 0, global: false }
  return { allowed: true, state }
}
const responses = (bucket: string): RateLimiter => ({ take: async () => decision(bucket) })
const fails = (error: Error): RateLimiter => ({
  take: async () => {
    throw error
  },
})

describe('limiterWithFallback', () => {
  it('uses Redis while it is available', async () => {
    const limiter = limiterWithFallback(responses('shared'), responses('own'))
    expect((await limiter.take([limit])).state.bucket).to.equal('shared')
  })

  it('uses the local limiter while Redis is unavailable', async () => {
    const limiter = limiterWithFallback(fails(new Error('Connection is closed.')), responses('own'))
    expect((await limiter.take([limit])).state.bucket).to.equal('own')
  })

  it('probes a hanging Redis with one call at a time, and returns to it', async () => {
    const away = new Error('Command timed out')
    const takes: PromiseWithResolvers<LimitDecision>[] = []
    const take = () => {
      const waiting = Promise.withResolvers<LimitDecision>()
      takes.push(waiting)
      return waiting.promise
    }
    const limiter = limiterWithFallback({ take }, responses('own'))
    const ask = async () => (await limiter.take([limit])).state.bucket

    const first = ask()
    takes[0]?.reject(away)
    expect(await first).to.equal('own')
    const probe = ask()
    expect([await ask(), await ask(), takes.length]).to.deep.equal(['own', 'own', 2])
    takes[1]?.resolve(decision('shared'))
    expect(await probe).to.equal('shared')
    const [one, other] = [ask(), ask()]
    for (const waiting of takes.slice(2)) waiting.resolve(decision('shared'))
    expect([await one, await other, takes.length]).to.deep.equal(['shared', 'shared', 4])
  })

  it('does not hide other errors', async () => {
    const limiter = limiterWithFallback(fails(new Error('ERR wrong number of arguments')), responses('own'))
    const failure = await limiter.take([limit]).catch((error: Error) => error.message)
    expect(failure).to.equal('ERR wrong number of arguments')
  })
})
