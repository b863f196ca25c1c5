import { innerLimits } from '@gatehouse/auth-service/throttle/inner-limits'
import {
  type PasswordTries,
  passwordTries,
  type Trier,
} from '@gatehouse/auth-service/throttle/password-tries'
import { toGrpcStatus } from '@gatehouse/service-kit/errors/grpc-status'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { type OpenedRedis, openRedis } from '@gatehouse/service-kit/storage/redis'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHouse, actor, client, openAuthHouse, password, problems } from './auth-house.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const wrong = 'not the password'

type Try = { email?: string; password?: string; address?: string; deviceToken?: string | undefined }

describe('the throttle of passwords', () => {
  let house: AuthHouse
  let redis: OpenedRedis
  let tries: PasswordTries
  let people = 0
  let addresses = 0
  before(async () => {
    house = await openAuthHouse({ GATEHOUSE_LIMITS_SCALE: '1' })
    const { clock, store } = house
    redis = await openRedis({ url: store.redisUrl, log: house.logged.log })
    const pace = innerLimits['auth:password']
    tries = passwordTries({ redis: redis.redis, prefix: store.redisPrefix, scale: 1, clock, pace })
  })
  after(async () => {
    await redis.close()
    await house.close()
  })

  const newAddress = () => `10.0.${(++addresses >> 8) & 255}.${addresses & 255}`
  const clientAt = (address: string) => ({ address, userAgent: 'test', location: undefined })
  /** Each try comes from an address of its own unless the test is about addresses. */
  const login = ({ email = '', password = wrong, address = newAddress(), deviceToken }: Try) =>
    house.auth.login({ client: clientAt(address), email, password, deviceToken })
  const refusal = (fields: Try) => rejected(login(fields))
  const codeOf = async (fields: Try) => (await refusal(fields)).code
  const signIn = async (fields: Try) => {
    const { outcome } = await login({ password, ...fields })
    if (outcome?.$case !== 'signedIn') throw new Error('Expected a finished sign-in.')
    return outcome.value
  }
  /** Somebody new, with what their browser keeps. */
  async function someone(address = newAddress()) {
    const email = `person-${++people}@gatehouse.test`
    const client = clientAt(address)
    const { signedIn } = await house.auth.register({
      ...{ client, email, password },
      ...{ consent: true, dateOfBirth: '2000-02-29' },
    })
    return { email, address, id: signedIn?.accountId ?? '', deviceToken: signedIn?.deviceToken }
  }
  const fail = async (times: number, fields: Try) => {
    for (let count = 0; count < times; count++) {
      expect(await codeOf(fields), `try ${count + 1}`).to.equal('INVALID_FORM_BODY')
    }
  }
  /** Fails so often, waiting as told; straight at the store, since a hundred hashes take their time. */
  const failSlowly = async (times: number, email: string, trier: Trier = { address: newAddress() }) => {
    for (let count = 0; count < times; ) {
      const taken = await tries.take(email, trier)
      if (taken.outcome === 'taken') count++
      else if (taken.outcome === 'wait') house.clock.advance(taken.endsAt - house.clock.now())
      else throw new Error(`Closed after ${count}.`)
    }
  }

  it('lets a stranger fail five times, then doubles the wait from a second to a quarter of an hour', async () => {
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

  it('counts a hundred at once, and hashes no more of them than it lets through', async () => {
    const { email } = await someone()
    const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf({ email })))
    expect(codes.filter((code) => code === 'INVALID_FORM_BODY')).to.have.length(5)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).to.have.length(45)
    const unknown = await Promise.all(Array.from({ length: 50 }, () => codeOf({ email: `un${email}` })))
    expect(unknown.toSorted()).to.deep.equal(codes.toSorted())
  })

  it('never counts a right password', async () => {
    const { email } = await someone()
    for (let count = 0; count < 12; count++) await signIn({ email })
    await fail(4, { email })
    await signIn({ email })
    await fail(5, { email })
    expect(await codeOf({ email, password })).to.equal('RATE_LIMITED')
  })

  it('lets known devices in while strangers are throttled, and when they are shut out', async () => {
    const { email, address, deviceToken } = await someone()
    await failSlowly(100, email)
    expect(await codeOf({ email, password })).to.equal('PASSWORD_LOGIN_DISABLED')
    await signIn({ email, deviceToken })
    await signIn({ email, address })
    await fail(5, { email, deviceToken })
    expect(await codeOf({ email, deviceToken })).to.equal('RATE_LIMITED')
    await fail(5, { email, address })
    expect(await codeOf({ email, address })).to.equal('RATE_LIMITED')
    expect(await codeOf({ email, password })).to.equal('PASSWORD_LOGIN_DISABLED')
  })

  it('closes the password for a known place alone after a hundred of its own', async () => {
    const { email, address, deviceToken } = await someone()
    await failSlowly(100, email, { address })
    expect(await codeOf({ email, password, address })).to.equal('PASSWORD_LOGIN_DISABLED')
    await signIn({ email, address, deviceToken })
    await signIn({ email })
  })

  it('knows no device by a token of another account, an altered, an old or a made-up one', async () => {
    const [ann, bob] = [await someone(), await someone()]
    await fail(5, { email: ann.email })
    const altered = ann.deviceToken?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const deviceToken of [bob.deviceToken, altered, '', 'x', 'v1.a.b.c', 'y'.repeat(5000), undefined]) {
      expect(await codeOf({ email: ann.email, password, deviceToken })).to.equal('RATE_LIMITED')
    }
    await signIn({ email: ann.email, deviceToken: ann.deviceToken })
  })

  it('knows a device and a place for 30 days, and longer with each sign-in', async () => {
    const ann = await someone()
    house.clock.advance(29 * day)
    const renewed = (await signIn({ email: ann.email, deviceToken: ann.deviceToken })).deviceToken
    house.clock.advance(29 * day)
    await fail(5, { email: ann.email })
    expect(await codeOf({ email: ann.email, address: ann.address })).to.equal('RATE_LIMITED')
    expect(await codeOf({ email: ann.email, password, deviceToken: ann.deviceToken })).to.equal(
      'RATE_LIMITED',
    )
    await fail(5, { email: ann.email, deviceToken: renewed })
    expect(await codeOf({ email: ann.email, deviceToken: renewed })).to.equal('RATE_LIMITED')
  })

  it('takes a /64 for one place', async () => {
    const ann = await someone('2001:db8:7:7::1')
    await fail(5, { email: ann.email })
    await signIn({ email: ann.email, address: '2001:db8:7:7:ffff::9' })
    expect(await codeOf({ email: ann.email, password, address: '2001:db8:7:8::1' })).to.equal('RATE_LIMITED')
  })

  it('stops an address that tries one password at many accounts: 20 a minute, 200 an hour', async function () {
    this.timeout(30_000)
    const { email } = await someone()
    const [address, mapped] = ['203.0.113.9', '::ffff:203.0.113.9']
    const spray = (count: number) => refusal({ email: `spray-${count}@gatehouse.test`, address })
    let tries = 0
    for (; tries < 20; tries++) expect((await spray(tries)).code).to.equal('INVALID_FORM_BODY')
    const { code, rateLimit } = await refusal({ email, password, address: mapped })
    expect([code, rateLimit?.bucket, rateLimit?.limit]).to.deep.equal([
      ...['RATE_LIMITED', 'auth:password:address', 20],
    ])

    house.clock.advance(minute)
    await fail(1, { email: 'spray@gatehouse.test', address })
    const { redisPrefix: prefix } = house.store
    const limiter = rateLimiter({ redis: redis.redis, prefix, scale: 1, clock: house.clock })
    const bucket = 'auth:password:address:hourly'
    const hourly = { ...innerLimits[bucket], bucket, key: `password:${address}` }
    const { remaining } = (await limiter.take([hourly])).state
    expect(remaining).to.equal(200 - 20 + 3 - 1 - 1)
    await limiter.take([hourly], remaining)
    const spent = await refusal({ email, password, address: mapped })
    expect([spent.code, spent.rateLimit?.bucket]).to.deep.equal(['RATE_LIMITED', bucket])
    await signIn({ email })
  })

  it('takes a /64 for one address, and leaves known devices behind it their own budget', async () => {
    const ann = await someone()
    for (let count = 0; count < 20; count++) {
      const address = `2001:db8:1:1::${count}`
      expect(await codeOf({ email: `v6-${count}@gatehouse.test`, address })).to.equal('INVALID_FORM_BODY')
    }
    const address = '2001:db8:1:1:ffff::1'
    expect(await codeOf({ email: ann.email, password, address })).to.equal('RATE_LIMITED')
    await signIn({ email: ann.email, address, deviceToken: ann.deviceToken })
    await signIn({ email: ann.email, address: '2001:db8:1:2::1' })
  })

  it('gives a right password back to its address', async () => {
    const { email } = await someone()
    for (let count = 0; count < 30; count++) await signIn({ email, address: '198.51.100.4' })
  })

  it('counts garbage instead of an address as one and the same', async () => {
    for (let count = 0; count < 20; count++) {
      const email = `garbage-${count}@gatehouse.test`
      expect(await codeOf({ email, address: count % 2 ? 'a' : '' })).to.equal('INVALID_FORM_BODY')
    }
    expect(await codeOf({ email: 'garbage@gatehouse.test', address: '10.0.0.1, 10.0.0.2' })).to.equal(
      'RATE_LIMITED',
    )
  })

  it('holds over processes, and over their ends', async () => {
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

  it('opens a closed password with a new one, and knows no device of the old', async () => {
    const ann = await someone()
    await failSlowly(100, ann.email)
    await failSlowly(5, ann.email, { signedIn: true })
    house.clock.advance(minute)
    const newPassword = 'harbour-violet-9'
    await house.auth.updateMe({
      ...{ actor: actor(ann.id), client: clientAt(ann.address), password, newPassword },
    })
    await signIn({ email: ann.email, password: newPassword })
    await fail(5, { email: ann.email, address: ann.address })
    for (const deviceToken of [undefined, ann.deviceToken]) {
      expect(await codeOf({ email: ann.email, password: newPassword, deviceToken })).to.equal('RATE_LIMITED')
    }
  })

  it('starts a claimed account anew, and forgets what was tried on an erased one', async () => {
    const email = `person-${++people}@gatehouse.test`
    await failSlowly(100, email)
    const address = newAddress()
    const id = await house.register({ client: clientAt(address) })
    await house.auth.updateMe({ actor: actor(id), client: clientAt(address), email, password })
    await signIn({ email })

    await failSlowly(100, email)
    expect((await tries.take(email, { address: newAddress() })).outcome).to.equal('closed')
    await house.admin.deleteAccount({ id })
    expect(await codeOf({ email })).to.equal('INVALID_FORM_BODY')
  })

  it('counts the wrong present password of a change like one of a step-up', async () => {
    const { id, email } = await someone()
    const change = (present: string) =>
      rejected(
        house.auth.updateMe({
          ...{
            actor: actor(id),
            client: clientAt(newAddress()),
            password: present,
            newPassword: 'harbour-9-x',
          },
        }),
      )
    for (let count = 0; count < 5; count++) {
      expect(problems(await change(wrong))).to.deep.equal(['password:INVALID_PASSWORD'])
    }
    expect((await change(password)).code).to.equal('RATE_LIMITED')
    await signIn({ email })
  })

  it('counts wrong passwords of a step-up apart, over all sessions of the account', async () => {
    const ann = await someone()
    const prove = (text: string, sessionIdHash = 'hash') =>
      rejected(
        house.auth.assertStepUp({
          client,
          actor: { ...actor(ann.id), sessionIdHash },
          password: text,
        }),
      )
    for (let count = 0; count < 5; count++) {
      expect(problems(await prove(wrong, `session-${count}`))).to.deep.equal(['password:INVALID_PASSWORD'])
    }
    expect((await prove(password, 'another')).code).to.equal('RATE_LIMITED')
    await signIn({ email: ann.email })
    house.clock.advance(second)
    await house.auth.assertStepUp({ client, actor: actor(ann.id), password })
    expect(problems(await prove(wrong))).to.deep.equal(['password:INVALID_PASSWORD'])
  })

  it('keeps a record of a throttle, one for the window', async () => {
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
    const email = `person-${people + 1}@gatehouse.test`
    await failSlowly(100, email)
    expect(await codeOf({ email })).to.equal('PASSWORD_LOGIN_DISABLED')
    await someone()
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
