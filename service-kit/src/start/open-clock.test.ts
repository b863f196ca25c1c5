import { expect } from 'chai'
import { Redis } from 'ioredis'
import { logLines } from '../../testing/log-lines.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { type Clock, isMovable, systemClock } from '../time/clock.ts'
import { openClock } from './open-clock.ts'

const hour = 3_600_000

describe('openClock', () => {
  let store: TempStore
  let redis: Redis
  before(() => {
    store = tempStore()
    redis = new Redis(store.redisUrl)
  })
  after(async () => {
    redis.disconnect()
    await store.drop()
  })

  const open = (service: string, given: Partial<Parameters<typeof openClock>[0]> = {}) =>
    openClock({
      service,
      config: { testClock: true, redisPrefix: store.redisPrefix },
      redis,
      log: logLines().log,
      ...given,
    })
  const aheadOf = (clock: Clock) => Math.round((clock.now() - Date.now()) / hour)

  it('restores the offset of the same service', async () => {
    const clock = await open('gateway')
    if (!isMovable(clock)) throw new Error('not movable')
    await clock.advance(hour)
    await clock.advance(hour)
    const restarted = await open('gateway')
    expect([clock, restarted, await open('auth-service')].map(aheadOf)).to.deep.equal([2, 2, 0])
  })

  it('does not move if the offset cannot be stored', async () => {
    const away = () => Promise.reject(new Error('away'))
    const clock = await open('session-service', { redis: { get: async () => null, set: away } })
    if (!isMovable(clock)) throw new Error('not movable')
    const moving = Promise.resolve(clock.advance(hour))
    expect(await moving.catch((error: Error) => error.message)).to.equal('away')
    expect(aheadOf(clock)).to.equal(0)
  })

  it('starts at the system time, with a warning, if Redis is unavailable', async () => {
    const logged = logLines()
    const away = () => Promise.reject(new Error('away'))
    const clock = await open('gateway', { redis: { get: away, set: away }, log: logged.log })
    expect(aheadOf(clock)).to.equal(0)
    expect(logged.text()).to.include('test clock')
  })

  it('returns the system clock without GATEHOUSE_TEST_CLOCK', async () => {
    const config = { testClock: false, redisPrefix: store.redisPrefix }
    expect(await open('gateway', { config })).to.equal(systemClock)
  })
})
