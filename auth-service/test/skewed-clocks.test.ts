import type { OpenedRedis } from '@gatehouse/service-kit/storage/redis'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { type TempStore, tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { openTestRedis } from '@gatehouse/service-kit/testing/test-redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { expect } from 'chai'
import { codeAttempts } from '../src/factors/code-attempts.ts'
import { operationLimits } from '../src/throttle/operation-limits.ts'
import { passwordAttempts } from '../src/throttle/password-attempts.ts'
import { client } from './auth-harness.ts'

const hour = 3_600_000
const wrongMs = 120_000

describe('attempts in processes whose clocks differ', () => {
  let store: TempStore
  let opened: OpenedRedis
  let count = 0
  before(async () => {
    store = tempStore()
    opened = await openTestRedis(store.redisUrl)
  })
  after(async () => {
    await opened.close()
    await store.drop()
  })

  const skewed = (ms: number): Clock => ({ now: () => Date.now() + ms, ahead: () => 0 })
  /** As a release that sends its own time. */
  const own = (ms: number): Clock => ({ now: () => Date.now() + ms })
  const shared = () => ({ redis: opened.redis, prefix: store.redisPrefix, scale: 1 })
  const passwords = (clock: Clock) =>
    passwordAttempts({ ...shared(), clock, limit: operationLimits['auth:password'] })
  const takeCode = (clock: Clock, accountId: string) => {
    const limit = operationLimits['auth:mfa']
    const attempts = codeAttempts({ ...shared(), clock, limit, report: async () => {} })
    return attempts.take({ accountId, client }, { requestId: '' })
  }
  const inTurn = [skewed(-wrongMs), skewed(0), skewed(wrongMs)]
  const newKey = () => `key-${++count}`
  const source = { clientAddress: '203.0.113.7' }

  async function failPassword(attempts: ReturnType<typeof passwords>, key: string): Promise<void> {
    const taken = await attempts.take(key, source)
    if (taken.outcome !== 'taken') throw new Error(`It was ${taken.outcome}.`)
    await attempts.end(key, taken, 'failed')
  }

  it('count wrong passwords together, and delay the sixth by a second', async () => {
    const key = newKey()
    for (let failure = 0; failure < 5; failure += 1)
      await failPassword(passwords(inTurn[failure % 3] ?? skewed(0)), key)
    for (const clock of inTurn) {
      const result = await passwords(clock).take(key, source)
      expect(result).to.include({ outcome: 'delayed' }).and.have.property('waitMs').that.is.within(1, 1000)
    }
  })

  it('do not wait for a delay that ends in an hour', async () => {
    const key = newKey()
    for (let failure = 0; failure < 5; failure += 1) await failPassword(passwords(own(hour)), key)
    expect(await passwords(skewed(0)).take(key, source)).to.include({ outcome: 'taken' })
  })

  it('end an attempt that another process began', async () => {
    const key = newKey()
    const taken = await passwords(skewed(wrongMs)).take(key, source)
    if (taken.outcome !== 'taken') throw new Error(`It was ${taken.outcome}.`)
    await passwords(skewed(-wrongMs)).end(key, taken, 'refunded')
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await passwords(skewed(0)).take(key, source)).to.include({ outcome: 'taken' })
  })

  it('count wrong codes together, and wait for at most a window', async () => {
    const id = newKey()
    const { limit, windowSeconds } = operationLimits['auth:mfa']
    for (let attempt = 0; attempt < limit; attempt += 1) await takeCode(inTurn[attempt % 3] ?? skewed(0), id)
    for (const clock of inTurn) {
      const { code, data } = await rejected(takeCode(clock, id))
      expect(code).to.equal('RATE_LIMITED')
      expect(data.retry_after).to.be.within(0.001, windowSeconds)
    }
  })

  it('count a code of an hour ahead as one of now', async () => {
    const id = newKey()
    const { limit, windowSeconds } = operationLimits['auth:mfa']
    for (let attempt = 0; attempt < limit; attempt += 1) await takeCode(own(windowSeconds * 1000 + hour), id)
    const { code, data } = await rejected(takeCode(skewed(0), id))
    expect(code).to.equal('RATE_LIMITED')
    expect(data.retry_after).to.be.at.most(windowSeconds)
  })
})
