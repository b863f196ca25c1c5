import { expect } from 'chai'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { fakeClock } from '../../testing/fake-clock.ts'
import { logLines } from '../../testing/log-lines.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { type Clock, movableClock, systemClock } from '../time/clock.ts'
import { openRedis } from './redis.ts'
import { defineTimedScript } from './timed-script.ts'

const hour = 3_600_000

describe('a timed script', () => {
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

  const times = defineTimedScript<{ stored: number; ms: number }, number[]>({
    name: 'times',
    keys: 0,
    lua: 'return { now, nowUs, sane(args.stored, args.ms) }',
    reply: z.array(z.number()),
  })
  const nowOf = async (clock: Clock) => (await times(redis, [], { stored: 0, ms: 0 }, clock))[0]
  const timeOfRedis = async () => {
    const [seconds, microseconds] = await redis.time()
    return Number(seconds) * 1000 + Number(microseconds) / 1000
  }

  it('has the time of Redis, whatever the clock of the process shows', async () => {
    for (const skew of [-hour, 0, hour]) {
      const before = Math.floor(await timeOfRedis())
      const now = await nowOf({ now: () => Date.now() + skew, ahead: () => 0 })
      expect(now, String(skew)).to.be.within(before, await timeOfRedis())
    }
  })

  it('follows a clock that a test moved, and one that stands still', async () => {
    const moved = movableClock(systemClock, hour)
    const before = Math.floor(await timeOfRedis())
    expect(await nowOf(moved)).to.be.within(before + hour, (await timeOfRedis()) + hour)
    const still = fakeClock(1_900_000_000_123.4)
    expect(await times(redis, [], { stored: 0, ms: 0 }, still)).to.deep.equal([
      1_900_000_000_123, 1_900_000_000_123_400, 0,
    ])
  })

  it('takes a stored time that no clock could have stored for now', async () => {
    const start = 1_900_000_000_000
    const saneOf = async (ahead: number) =>
      (await times(redis, [], { stored: start + ahead, ms: 5000 }, fakeClock(start)))[2]
    for (const [ahead, expected] of [
      [-hour, -hour],
      [0, 0],
      [5000, 5000],
      // Clocks of a master and its replica may differ a little.
      [6000, 6000],
      [6001, 0],
      [hour, 0],
    ] as const)
      expect(await saneOf(ahead), String(ahead)).to.equal(start + expected)
  })

  it('uses the clock of the process if its user may not call TIME, with one warning', async () => {
    const user = `${store.redisPrefix.replace(':', '')}-without-time`
    await redis.acl('SETUSER', user, 'on', '>secret', '+@all', '~*', '-time', '-incr')
    const { log, lines } = logLines()
    const opened = await openRedis({ url: store.redisUrl.replace('//', `//${user}:secret@`), log })
    const skewed = { now: () => 1_900_000_000_000, ahead: () => 0 }
    const increment = defineTimedScript<Record<never, never>, number>({
      name: 'increment',
      keys: 1,
      lua: "return redis.call('INCR', KEYS[1])",
      reply: z.number(),
    })
    try {
      const denied = await increment(opened.redis, [`${store.redisPrefix}n`], {}, skewed).catch(String)
      expect(denied).to.contain("can't run this command")
      const warnings = () =>
        lines.filter(({ msg }) => msg === 'Redis denies TIME; limits use the clock of this process')
      expect(warnings()).to.have.length(0)
      for (let call = 0; call < 3; call += 1)
        expect((await times(opened.redis, [], { stored: 0, ms: 0 }, skewed))[0]).to.equal(1_900_000_000_000)
      expect(warnings()).to.have.length(1)
    } finally {
      await opened.close()
      await redis.acl('DELUSER', user)
    }
  })
})
