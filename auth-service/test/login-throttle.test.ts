import { toGrpcStatus } from '@gatehouse/service-kit/errors/grpc-status'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { openTestRedis } from '@gatehouse/service-kit/testing/test-redis'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { expect } from 'chai'
import { password } from './auth-harness.ts'
import {
  type Attempt,
  day,
  minute,
  openThrottleHarness,
  second,
  type ThrottleHarness,
} from './throttle-harness.ts'

describe('throttle of password attempts', () => {
  let throttled: ThrottleHarness
  before(async () => {
    throttled = await openThrottleHarness()
  })
  after(() => throttled.close())

  it('allows five failures, then doubles the wait from a second to a quarter of an hour', async () => {
    const { stack, rejection, codeOf, signIn, someone, fail } = throttled
    const { email } = await someone()
    await fail(5, { email })
    for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const { code, data, rateLimit } = await rejection({ email, password })
      expect([code, data]).to.deep.equal(['RATE_LIMITED', { retry_after: wait, global: false }])
      expect(rateLimit).to.deep.equal({
        bucket: 'auth:password',
        limit: 5,
        remaining: 0,
        global: false,
        retryAfter: wait,
        resetAt: stack.clock.now() / 1000 + wait,
      })
      stack.clock.advance(wait * second - 1)
      expect(await codeOf({ email })).to.equal('RATE_LIMITED')
      stack.clock.advance(1)
      await fail(1, { email })
    }
    stack.clock.advance(15 * minute)
    await signIn({ email })
  })

  it('counts five failures within any fifteen minutes', async () => {
    const { stack, codeOf, someone, fail } = throttled
    const { email } = await someone()
    for (let count = 0; count < 8; count++) {
      await fail(1, { email })
      stack.clock.advance(4 * minute)
    }
    await fail(2, { email })
    expect(await codeOf({ email })).to.equal('RATE_LIMITED')
    stack.clock.advance(second)
    await fail(1, { email })
    stack.clock.advance(2 * second + 15 * minute)
    await fail(5, { email })
    expect(await codeOf({ email })).to.equal('RATE_LIMITED')
  })

  it('responds the same for an address without an account, until the password is locked', async () => {
    const { stack, rejection, codeOf, someone, failSlowly } = throttled
    const { email } = await someone()
    const sequence = async (fields: Attempt) => {
      const responses: unknown[] = []
      const startedAt = stack.clock.now()
      const ask = async () => {
        const error = await rejection(fields)
        responses.push(answerOf(error, stack.clock.now()))
        stack.clock.advance(Number(error.data.retry_after ?? 0) * second)
      }
      for (let count = 0; count < 12; count++) await ask()
      await failSlowly(90, fields.email ?? '')
      while (responses.length < 18) await ask()
      stack.clock.advance(365 * day)
      await ask()
      return { responses, took: stack.clock.now() - startedAt }
    }
    const known = await sequence({ email })
    expect(await sequence({ email: 'Nobody@GATEHOUSE.test' })).to.deep.equal(known)
    expect(await sequence({ email: 'no address' })).to.deep.equal(known)
    expect(await codeOf({ email, password })).to.equal('PASSWORD_LOGIN_DISABLED')
    expect(await codeOf({ email: ' nobody@gatehouse.test' })).to.equal('PASSWORD_LOGIN_DISABLED')
  })

  it('counts consecutive failures for 90 days, until a right password resets them', async () => {
    const { stack, codeOf, signIn, someone, fail, failSlowly } = throttled
    const [ann, bob, eve] = [await someone(), await someone(), await someone()]
    for (const { email } of [ann, bob, eve]) await failSlowly(99, email)
    stack.clock.advance(15 * minute)
    await signIn({ email: ann.email })
    await fail(4, { email: ann.email })

    stack.clock.advance(89 * day)
    await fail(1, { email: bob.email })
    expect(await codeOf({ email: bob.email, password })).to.equal('PASSWORD_LOGIN_DISABLED')
    stack.clock.advance(day)
    await fail(4, { email: eve.email })
    await signIn({ email: eve.email })
  })

  it('does not count a right password', async () => {
    const { codeOf, signIn, someone, fail } = throttled
    const { email } = await someone()
    for (let count = 0; count < 12; count++) await signIn({ email })
    await fail(4, { email })
    await signIn({ email })
    await fail(5, { email })
    expect(await codeOf({ email, password })).to.equal('RATE_LIMITED')
  })

  it('resets the consecutive failures of unknown sources, but not their wait, by a right password from a known device', async () => {
    const { stack, codeOf, signIn, someone, fail, failSlowly } = throttled
    const { email, deviceToken } = await someone()
    await failSlowly(99, email)
    await signIn({ email, deviceToken })
    expect(await codeOf({ email, password })).to.equal('RATE_LIMITED')
    stack.clock.advance(15 * minute)
    await fail(1, { email })
    stack.clock.advance(15 * minute)
    await signIn({ email })
  })

  it('stores fewer than five failures for a day, in little memory', async () => {
    const { stack, someone, newEmail, fail, failSlowly } = throttled
    const { redis, close } = await openTestRedis(stack.store.redisUrl)
    const hours = async (email: string) => Math.round((await redis.pttl(keyOf(stack, email))) / (day / 24))
    const unknown = newEmail()
    await fail(1, { email: unknown })
    expect(await hours(unknown)).to.equal(24)
    expect(await redis.memory('USAGE', keyOf(stack, unknown))).to.be.below(280)
    await fail(3, { email: unknown })
    expect(await hours(unknown)).to.equal(24)
    await fail(1, { email: unknown })
    expect(await hours(unknown)).to.equal(90 * 24)

    const { email } = await someone()
    await failSlowly(4, email)
    stack.clock.advance(day)
    await failSlowly(99, email)
    stack.clock.advance(15 * minute)
    await fail(1, { email })
    expect(await throttled.codeOf({ email, password })).to.equal('PASSWORD_LOGIN_DISABLED')
    await close()
  })

  it('emits one event per window', async () => {
    const { stack, codeOf, someone, fail } = throttled
    const { email, id } = await someone()
    await fail(5, { email })
    for (let count = 0; count < 5; count++) expect(await codeOf({ email })).to.equal('RATE_LIMITED')
    const records = await stack.audit.find({ accountId: id, type: 'account.throttle' }).toArray()
    expect(records.map(({ outcome, detail }) => ({ outcome, detail }))).to.deep.equal([
      { outcome: 'failed', detail: { limit: 'account' } },
    ])
    expect(JSON.stringify(records)).not.to.contain(email)
  })

  it('clears earlier attempts for the address of a new account', async () => {
    const { newAddress, newEmail, codeOf, signIn, someone, failSlowly } = throttled
    const email = newEmail()
    await failSlowly(100, email)
    expect(await codeOf({ email })).to.equal('PASSWORD_LOGIN_DISABLED')
    await someone(newAddress(), email)
    await signIn({ email })
  })
})

/** The complete error as the caller receives it, with times relative to now. */
function answerOf(error: ServiceError, now: number) {
  const { code, details, metadata } = toGrpcStatus(error)
  const resetIn = error.rateLimit && Math.round(error.rateLimit.resetAt * 1000 - now)
  const plain = error.rateLimit ? null : metadata?.toJSON()
  return { code, details, resetIn, plain, data: error.data, rateLimit: { ...error.rateLimit, resetAt: 0 } }
}

function keyOf({ store }: ThrottleHarness['stack'], email: string): string {
  return `${store.redisPrefix}password-attempts:{${digestText(email)}}`
}
