import { operationLimits } from '@gatehouse/auth-service/throttle/operation-limits'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import { expect } from 'chai'
import { password } from './auth-harness.ts'
import { minute, openThrottleHarness, type ThrottleHarness } from './throttle-harness.ts'

describe('throttle of password attempts by address', () => {
  let throttled: ThrottleHarness
  before(async () => {
    throttled = await openThrottleHarness()
  })
  after(() => throttled.close())

  it('limits one address to 20 failures a minute and 200 an hour over all accounts', async () => {
    const { stack, limiter, rejection, signIn, someone, fail } = throttled
    const { email } = await someone()
    const [address, mapped] = ['203.0.113.9', '::ffff:203.0.113.9']
    const spray = (number: number) => rejection({ email: `spray-${number}@gatehouse.test`, address })
    let count = 0
    for (; count < 20; count++) expect((await spray(count)).code).to.equal('INVALID_FORM_BODY')
    const { code, rateLimit } = await rejection({ email, password, address: mapped })
    expect([code, rateLimit?.bucket, rateLimit?.limit]).to.deep.equal([
      ...['RATE_LIMITED', 'auth:password:address', 20],
    ])

    stack.clock.advance(minute)
    await fail(1, { email: 'spray@gatehouse.test', address })
    const bucket = 'auth:password:address:hourly'
    const hourly = addressLimits({ ...operationLimits[bucket], bucket, key: 'password' }, address)
    const { remaining } = (await limiter.take(hourly)).state
    expect(remaining).to.equal(200 - 20 + 3 - 1 - 1)
    await limiter.take(hourly, remaining)
    const spent = await rejection({ email, password, address: mapped })
    expect([spent.code, spent.rateLimit?.bucket]).to.deep.equal(['RATE_LIMITED', bucket])
    await signIn({ email })
  })

  it('treats a /64 as one address and exempts known devices', async () => {
    const { codeOf, signIn, someone } = throttled
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

  it('allows a /48 and a /24 ten times as many as one address', async () => {
    const { codeOf, stack, limiter } = throttled
    const bucket = 'auth:password:address'
    for (const [at, outside] of [
      [(index: number) => `2001:db8:2:${index}::1`, '2001:db8:3::1'],
      [(index: number) => `198.51.100.${index}`, '198.51.101.1'],
    ] as const) {
      const guess = (address: string) => codeOf({ email: `at-${address}@gatehouse.test`, address })
      for (let index = 0; index < 10; index++) {
        const limits = addressLimits({ ...operationLimits[bucket], bucket, key: 'password' }, at(index))
        await limiter.take(limits, index === 9 ? 19 : 20)
      }
      expect(await guess(at(10))).to.equal('INVALID_FORM_BODY')
      const throttles = stack.audit.countDocuments.bind(stack.audit, { type: 'account.throttle' })
      const before = await throttles()
      for (const index of [11, 12, 13]) expect(await guess(at(index))).to.equal('RATE_LIMITED')
      expect(await throttles(), 'one record for the network').to.equal(before + 1)
      expect(await guess(outside)).to.equal('INVALID_FORM_BODY')
      stack.clock.advance(minute)
      expect(await guess(at(11))).to.equal('INVALID_FORM_BODY')
    }
  })

  it('refunds the address for a right password', async () => {
    const { signIn, someone } = throttled
    const { email } = await someone()
    for (let count = 0; count < 30; count++) await signIn({ email, address: '198.51.100.4' })
  })

  it('counts an IPv4-mapped address as its IPv4 address', async () => {
    const { codeOf } = throttled
    for (let count = 0; count < 20; count++) {
      const email = `mapped-${count}@gatehouse.test`
      const address = count % 2 ? '198.51.100.5' : '::ffff:198.51.100.5'
      expect(await codeOf({ email, address })).to.equal('INVALID_FORM_BODY')
    }
    const email = 'mapped@gatehouse.test'
    expect(await codeOf({ email, address: '::ffff:c633:6405' })).to.equal('RATE_LIMITED')
  })
})
