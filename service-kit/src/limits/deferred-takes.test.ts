import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { fakeClock } from '../../testing/fake-clock.ts'
import { freshLimit } from '../../testing/fresh-limit.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { openTestRedis } from '../../testing/test-redis.ts'
import { until } from '../../testing/wait-until.ts'
import type { OpenedRedis } from '../storage/redis.ts'
import { type Charge, deferredTakes } from './deferred-takes.ts'
import { type Limit, rateOf } from './gcra.ts'
import { type LimitDecision, rateLimiter } from './rate-limiter.ts'

describe('RateLimiter.takeDeferred', () => {
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

  function replica(clock: ReturnType<typeof fakeClock>) {
    const { redis } = opened
    const limiter = rateLimiter({ redis, prefix: store.redisPrefix, service: 'gateway', scale: 1, clock })
    return {
      take: limiter.take,
      takeDeferred: (limits: Limit[]): LimitDecision | Promise<LimitDecision> =>
        limiter.takeDeferred?.(limits) ?? limiter.take(limits),
    }
  }
  const isAwaited = (decision: LimitDecision | Promise<LimitDecision>) => decision instanceof Promise
  const limitOf = (limit: number) => freshLimit({ limit, windowSeconds: 10 })

  it('waits for the first two takes, then for none while few are not settled', async () => {
    const { takeDeferred } = replica(fakeClock())
    const limits = [limitOf(40), { ...limitOf(50), global: true }]
    for (const remaining of [39, 38]) {
      const awaited = takeDeferred(limits)
      expect(isAwaited(awaited)).to.equal(true)
      expect((await awaited).state).to.include({ limit: 40, remaining })
    }
    const next = Array.from({ length: 5 }, () => takeDeferred(limits))
    expect(next.map(isAwaited)).to.deep.equal([false, false, false, false, true])
    const decisions = await Promise.all(next)
    expect(decisions.map(({ allowed }) => allowed)).not.to.include(false)
    expect(decisions.slice(0, 4).map(({ state }) => state.remaining)).to.deep.equal([37, 36, 35, 34])
  })

  it('charges the limits in Redis behind', async () => {
    const clock = fakeClock()
    const [one, other] = [replica(clock), replica(clock)]
    const limit = limitOf(40)
    await one.takeDeferred([limit])
    await one.takeDeferred([limit])
    for (let i = 0; i < 4; i++) expect(isAwaited(one.takeDeferred([limit]))).to.equal(false)
    // A take of nothing reads the state.
    await until(async () => expect((await other.take([limit], 0)).state.remaining).to.equal(34))
    await until(() => expect(isAwaited(one.takeDeferred([limit]))).to.equal(false))
  })

  it('shows what it took to every take that follows in the process', async () => {
    const { take, takeDeferred } = replica(fakeClock())
    const [limit, own] = [limitOf(40), limitOf(50)]
    for (let i = 0; i < 4; i++) await takeDeferred([own, limit])
    expect((await take([limit])).state.remaining).to.equal(35)
    expect((await take([limitOf(50), limit])).state.remaining).to.equal(34)
  })

  for (const [why, limit, move] of [
    ['the last take was more than a moment ago', 40, 101],
    ['the state is older than a second', 40, 1001],
    ['a tenth of the limit is less than one call', 9, 0],
  ] as const)
    it(`waits if ${why}`, async () => {
      const clock = fakeClock()
      const { takeDeferred } = replica(clock)
      const one = limitOf(limit)
      await takeDeferred([one])
      await takeDeferred([one])
      clock.advance(move)
      expect(isAwaited(takeDeferred([one]))).to.equal(true)
    })

  it('leaves the rejection to Redis', async () => {
    const { take, takeDeferred } = replica(fakeClock())
    const limit = limitOf(10)
    await take([limit], 8)
    await takeDeferred([limit])
    await takeDeferred([limit])
    const last = takeDeferred([limit])
    expect(isAwaited(last)).to.equal(true)
    expect(await last).to.deep.include({ allowed: false })
  })

  it('exceeds a limit by at most a tenth for each process, however they take turns', async () => {
    for (const replicas of [1, 2, 3]) {
      const clock = fakeClock()
      const all = Array.from({ length: replicas }, () => replica(clock))
      const limit = limitOf(40)
      let allowed = 0
      // An interval is 250 ms.
      for (let round = 0; round < 60; round++) {
        const decisions = await Promise.all(
          all.flatMap(({ takeDeferred }) =>
            Array.from({ length: round === 0 ? 60 : 3 }, () => takeDeferred([limit])),
          ),
        )
        allowed += decisions.filter((decision) => decision.allowed).length
        if (round % 7 === 0) await pause(15)
        clock.advance(250)
      }
      expect(allowed, `${replicas}`).to.be.within(40 + 50, 40 + 60 + replicas * 4)
    }
  })
})

describe('deferredTakes', () => {
  const limit = { bucket: 'b', key: 'k', limit: 40, windowSeconds: 10 }
  const keyed = { limit, rate: rateOf(limit, 1), key: 'k' }

  it('forgets the state at once if a charge fails', async () => {
    const clock = fakeClock()
    const charged: Charge[][] = []
    const takes = deferredTakes({
      clock,
      async charge(charges) {
        charged.push(charges)
        throw new Error('no Redis')
      },
    })
    takes.learn(keyed, { allowed: true, tatUs: 0 }, clock.now() * 1000)
    expect(takes.take([keyed])?.remaining).to.equal(39)
    expect(takes.take([keyed])?.remaining).to.equal(38)
    await until(() => expect(charged).to.have.length(1))
    expect(takes.take([keyed])).to.equal(null)
    expect(charged.map((charges) => charges.map(({ cost }) => cost))).to.deep.equal([[2]])
  })

  it('has to ask if the clock was set back', () => {
    let now = 1_900_000_000_000
    const takes = deferredTakes({ clock: { now: () => now }, charge: async () => [] })
    takes.learn(keyed, { allowed: true, tatUs: 0 }, now * 1000)
    now -= 1001
    expect(takes.take([keyed])).to.equal(null)
  })

  it('counts takes that are on their way when a state arrives', async () => {
    const clock = fakeClock()
    const nowUs = clock.now() * 1000
    let response: () => void = () => {}
    const takes = deferredTakes({
      clock,
      async charge([charge]) {
        await new Promise<void>((resolve) => {
          response = resolve
        })
        const tatUs = nowUs + (charge?.cost ?? 0) * keyed.rate.intervalUs
        return [{ nowUs, states: [{ allowed: true, tatUs }] }]
      },
    })
    takes.learn(keyed, { allowed: true, tatUs: 0 }, nowUs)
    takes.take([keyed])
    takes.take([keyed])
    await pause(20)
    expect(takes.take([keyed])?.remaining).to.equal(37)
    response()
    await pause(1)
    expect(takes.take([keyed])?.remaining).to.equal(36)
  })

  it('takes from no limit if one of several has to be asked', () => {
    const clock = fakeClock()
    const takes = deferredTakes({ clock, charge: async () => [] })
    takes.learn(keyed, { allowed: true, tatUs: 0 }, clock.now() * 1000)
    expect(takes.take([keyed, { ...keyed, key: 'unknown' }])).to.equal(null)
    expect(takes.take([keyed])?.remaining).to.equal(39)
  })
})
