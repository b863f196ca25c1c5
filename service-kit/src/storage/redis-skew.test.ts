import { expect } from 'chai'
import { useRedis } from '../../testing/opened-stores.ts'
import { tcpProxy } from '../../testing/tcp-proxy.ts'
import { movableClock, systemClock } from '../time/clock.ts'
import { clockSkew } from './redis-skew.ts'

describe('the difference between the clocks of a process and Redis', () => {
  const { store, open } = useRedis()
  const sampleOf = async (metric: ReturnType<typeof clockSkew>) => (await metric.get()).values[0]?.value

  it('is exported', async () => {
    const { redis } = await open(store().redisUrl)
    expect(await sampleOf(clockSkew(redis, systemClock))).to.be.within(-0.2, 0.2)
    for (const skew of [-120, 120]) {
      const wrong = { now: () => Date.now() + skew * 1000, ahead: () => 0 }
      expect(await sampleOf(clockSkew(redis, wrong))).to.be.within(skew - 0.2, skew + 0.2)
    }
  })

  it('does not include how far a test moved the clock', async () => {
    const { redis } = await open(store().redisUrl)
    expect(await sampleOf(clockSkew(redis, movableClock(systemClock, 3_600_000)))).to.be.within(-0.2, 0.2)
  })

  it('has no sample while Redis is unavailable', async () => {
    const proxy = await tcpProxy(store().redisUrl)
    const { redis } = await open(`redis://127.0.0.1:${proxy.port}`)
    const metric = clockSkew(redis, systemClock)
    expect(await sampleOf(metric)).to.be.a('number')
    proxy.cut()
    expect(await sampleOf(metric)).to.equal(undefined)
    await proxy.close()
  })
})
