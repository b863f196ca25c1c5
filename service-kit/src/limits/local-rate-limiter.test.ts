import { expect } from 'chai'
import { fakeClock } from '../../testing/fake-clock.ts'
import { freshLimit } from '../../testing/fresh-limit.ts'
import { localRateLimiter } from './local-rate-limiter.ts'

describe('localRateLimiter', () => {
  it('evicts the least recently used bucket of the process above the maximum', async () => {
    const limiter = localRateLimiter({ scale: 1, clock: fakeClock(), maxBuckets: 2 })
    const [first, second, third] = [freshLimit(), freshLimit(), freshLimit()]
    await limiter.take([first])
    await limiter.take([second])
    await limiter.take([first])
    await limiter.take([third])
    expect((await limiter.take([first])).state.remaining).to.equal(7)
    expect((await limiter.take([second])).state.remaining).to.equal(9)
  })

  it('ignores what it stored before its clock moved back', async () => {
    let now = Date.UTC(2030, 0, 1)
    const limiter = localRateLimiter({ scale: 1, clock: { now: () => now } })
    const bucket = freshLimit()
    await limiter.take([bucket])
    now -= 3_600_000
    expect((await limiter.take([bucket])).state).to.deep.include({ remaining: 9, retryAfter: 0 })
  })
})
