import { passwordTries } from '@gatehouse/auth-service/throttle/password-tries'
import { toGrpcStatus } from '@gatehouse/service-kit/errors/grpc-status'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { openRedis } from '@gatehouse/service-kit/storage/redis'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { password } from './auth-house.ts'
import {
  day,
  minute,
  openThrottleHouse,
  second,
  type ThrottleHouse,
  type Try,
  wrong,
} from './throttle-house.ts'

describe('the throttle of passwords', () => {
  let throttled: ThrottleHouse
  before(async () => {
    throttled = await openThrottleHouse()
  })
  after(() => throttled.close())

  it('lets a stranger fail five times, then doubles the wait from a second to a quarter of an hour', async () => {
    const { house, refusal, codeOf, signIn, someone, fail } = throttled
    const { email } = await someone()
    await fail(5, { email })
    for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const { code, data, rateLimit } = await refusal({ email, password })
      expect([code, data]).to.deep.equal(['RATE_LIMITED', { retry_after: wait, global: false }])
      expect(rateLimit).to.deep.equal({
        ...{ bucket: 'auth:password', limit: 5, remaining: 0, global: false },
        ...{ retryAfter: wait, resetAt: house.clock.now() / 1000 + wait },
      })
      house.clock.advance(wait * second - 1)
      expect(await codeOf({ email })).to.equal('RATE_LIMITED')
      house.clock.advance(1)
      await fail(1, { email })
    }
    house.clock.advance(15 * minute)
    await signIn({ email })
  })

  it('counts five within any fifteen minutes, and forgets them after', async () => {
    const { house, codeOf, someone, fail } = throttled
    const { email } = await someone()
    for (let count = 0; count < 8; count++) {
      await fail(1, { email })
      house.clock.advance(4 * minute)
    }
    await fail(2, { email })
    expect(await codeOf({ email })).to.equal('RATE_LIMITED')
    house.clock.advance(second)
    await fail(1, { email })
    house.clock.advance(2 * second + 15 * minute)
    await fail(5, { email })
    expect(await codeOf({ email })).to.equal('RATE_LIMITED')
  })

  it('answers an address without an account just the same, all the way to a closed password', async () => {
    const { house, refusal, codeOf, someone, failSlowly } = throttled
    const { email } = await someone()
    const sequence = async (fields: Try) => {
      const answers: unknown[] = []
      const startedAt = house.clock.now()
      const ask = async () => {
        const error = await refusal(fields)
        answers.push(answerOf(error, house.clock.now()))
        house.clock.advance(Number(error.data.retry_after ?? 0) * second)
      }
      for (let count = 0; count < 12; count++) await ask()
      await failSlowly(90, fields.email ?? '')
      while (answers.length < 18) await ask()
      house.clock.advance(365 * day)
      await ask()
      return { answers, took: house.clock.now() - startedAt }
    }
    const known = await sequence({ email })
    expect(await sequence({ email: 'Nobody@GATEHOUSE.test' })).to.deep.equal(known)
    expect(await sequence({ email: 'no address' })).to.deep.equal(known)
    expect(await codeOf({ email, password })).to.equal('PASSWORD_LOGIN_DISABLED')
    expect(await codeOf({ email: ' nobody@gatehouse.test' })).to.equal('PASSWORD_LOGIN_DISABLED')
  })

  it('counts a row of failures for 90 days, and a right password ends it', async () => {
    const { house, codeOf, signIn, someone, fail, failSlowly } = throttled
    const [ann, bob, eve] = [await someone(), await someone(), await someone()]
    for (const { email } of [ann, bob, eve]) await failSlowly(99, email)
    house.clock.advance(15 * minute)
    await signIn({ email: ann.email })
    await fail(4, { email: ann.email })

    house.clock.advance(89 * day)
    await fail(1, { email: bob.email })
    expect(await codeOf({ email: bob.email, password })).to.equal('PASSWORD_LOGIN_DISABLED')
    house.clock.advance(day)
    await fail(4, { email: eve.email })
    await signIn({ email: eve.email })
  })

  it('counts tries that come at once before it looks at any', async () => {
    const { codeOf, someone } = throttled
    const { email } = await someone()
    const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf({ email })))
    expect(codes.filter((code) => code === 'INVALID_FORM_BODY')).to.have.length(5)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).to.have.length(45)
    const unknown = await Promise.all(Array.from({ length: 50 }, () => codeOf({ email: `un${email}` })))
    expect(unknown.toSorted()).to.deep.equal(codes.toSorted())
  })

  it('never counts a right password', async () => {
    const { codeOf, signIn, someone, fail } = throttled
    const { email } = await someone()
    for (let count = 0; count < 12; count++) await signIn({ email })
    await fail(4, { email })
    await signIn({ email })
    await fail(5, { email })
    expect(await codeOf({ email, password })).to.equal('RATE_LIMITED')
  })

  it('holds over processes, and over their ends', async () => {
    const { house, newAddress, clientAt, someone } = throttled
    const { email } = await someone()
    const replicas = [house, await house.replica(), await house.replica()]
    const client = clientAt(newAddress())
    const tried = Array.from({ length: 30 }, (_, count) =>
      rejected((replicas[count % 3] ?? house).auth.login({ client, email, password: wrong })),
    )
    const codes = (await Promise.all(tried)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'INVALID_FORM_BODY')).to.have.length(5)
    for (const replica of replicas.slice(1)) await replica.close()
    const restarted = await house.replica()
    expect((await rejected(restarted.auth.login({ client, email, password }))).code).to.equal('RATE_LIMITED')
    await restarted.close()
  })

  it('gives a try back whose password nobody looked at', async () => {
    const { tries, newAddress, refusal, codeOf, someone, fail } = throttled
    const { email } = await someone()
    for (let count = 0; count < 7; count++) {
      const taken = await tries.take(email, { address: newAddress() })
      if (taken.outcome !== 'taken') throw new Error('Expected a try.')
      await tries.giveBack(email, taken)
    }
    await fail(4, { email })
    const last = await tries.take(email, { address: newAddress() })
    expect(await codeOf({ email })).to.equal('RATE_LIMITED')
    if (last.outcome === 'taken') await tries.giveBack(email, last)
    await fail(1, { email })
    expect((await refusal({ email })).data.retry_after).to.equal(1)
  })

  it('closes no password for many right ones at once', async () => {
    const { house, someone, signIn, newAddress } = throttled
    const { email } = await someone()
    const { redisUrl, redisPrefix: prefix } = house.store
    const { redis, close } = await openRedis({ url: redisUrl, log: house.logged.log })
    const pace = { limit: 1000, windowSeconds: 60 }
    const lenient = passwordTries({ redis, prefix, scale: 1, clock: house.clock, pace })
    const take = () => lenient.take(email, { address: newAddress() })
    const outcomes = (await Promise.all(Array.from({ length: 120 }, take))).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'taken')).to.have.length(100)
    expect(outcomes.filter((outcome) => outcome === 'busy')).to.have.length(20)

    house.clock.advance(29 * second)
    expect((await take()).outcome).to.equal('busy')
    await lenient.endRow(email, { field: 'strangers', outcome: 'busy' })
    await signIn({ email })
    await Promise.all(Array.from({ length: 100 }, take))
    // Whoever took them is gone and never told.
    house.clock.advance(30 * second)
    expect((await take()).outcome).to.equal('closed')
    await close()
  })

  it('keeps a record of a throttle, one for the window', async () => {
    const { house, codeOf, someone, fail } = throttled
    const { email, id } = await someone()
    await fail(5, { email })
    for (let count = 0; count < 5; count++) expect(await codeOf({ email })).to.equal('RATE_LIMITED')
    const records = await house.audit.find({ accountId: id, type: 'account.throttle' }).toArray()
    expect(records.map(({ outcome, detail }) => ({ outcome, detail }))).to.deep.equal([
      { outcome: 'failed', detail: { limit: 'account' } },
    ])
    expect(JSON.stringify(records)).not.to.contain(email)
  })

  it('starts a new account without what was tried on its address before', async () => {
    const { newAddress, newEmail, codeOf, signIn, someone, failSlowly } = throttled
    const email = newEmail()
    await failSlowly(100, email)
    expect(await codeOf({ email })).to.equal('PASSWORD_LOGIN_DISABLED')
    await someone(newAddress(), email)
    await signIn({ email })
  })
})

/** Everything a caller sees, with times counted from now. */
function answerOf(error: ServiceError, now: number) {
  const { code, details, metadata } = toGrpcStatus(error)
  const resetIn = error.rateLimit && Math.round(error.rateLimit.resetAt * 1000 - now)
  const plain = error.rateLimit ? null : metadata?.toJSON()
  return { code, details, resetIn, plain, data: error.data, rateLimit: { ...error.rateLimit, resetAt: 0 } }
}
