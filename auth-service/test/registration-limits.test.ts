import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHarness, openAuthHarness, password, problems, registration } from './auth-harness.ts'

const minute = 60_000

describe('limits of registrations', () => {
  let stack: AuthHarness
  let people = 0
  let addresses = 0
  before(async () => {
    stack = await openAuthHarness({ GATEHOUSE_LIMITS_SCALE: '1' })
  })
  after(() => stack.close())

  const newEmail = () => `person-${++people}@gatehouse.test`
  const newAddress = () => `10.1.0.${++addresses}`
  type Fields = { email?: string; address?: string; consent?: boolean; password?: string }
  const register = ({ address = newAddress(), ...fields }: Fields) =>
    stack.auth.register(
      registration({ password, ...fields, client: { address, userAgent: '', location: undefined } }),
    )
  const rejection = (fields: Fields) => rejected(register(fields))
  const bucketOf = async (fields: Fields) => {
    const { code, data, rateLimit } = await rejection(fields)
    expect([code, data.global]).to.deep.equal(['RATE_LIMITED', false])
    expect(data.retry_after)
      .to.equal(rateLimit?.retryAfter)
      .and.to.be.within(0.001, 30 * 60)
    return rateLimit?.bucket
  }

  it('allow fifty registrations per half hour for an address or a /64', async () => {
    for (let count = 0; count < 50; count++) {
      await register({ email: newEmail(), address: `2001:db8::${count}` })
    }
    expect(await bucketOf({ email: newEmail(), address: '2001:db8::ffff:1' })).to.equal(
      'auth:register:address',
    )
    expect(await bucketOf({ address: '2001:db8::1' })).to.equal('auth:register:address')
    await register({ email: newEmail(), address: '2001:db8:0:1::1' })
    stack.clock.advance(0.6 * minute)
    await register({ email: newEmail(), address: '2001:db8::1' })
    expect(await bucketOf({ address: '2001:db8::2' })).to.equal('auth:register:address')
    const records = await stack.audit.find({ type: 'account.throttle' }).toArray()
    expect(records.map(({ accountId, detail }) => [accountId, detail])).to.deep.equal([
      [null, { limit: 'registration' }],
    ])
  })

  it('allow three registrations per quarter of an hour for an email in any letter case', async () => {
    const email = newEmail()
    await register({ email })
    for (const typed of [email.toUpperCase(), ` ${email}`]) {
      expect(problems(await rejection({ email: typed }))).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
    }
    expect(await bucketOf({ email })).to.equal('auth:register:email')
    expect(await bucketOf({ email: email.replace('gatehouse', 'GateHouse') })).to.equal('auth:register:email')
    stack.clock.advance(5 * minute)
    expect(problems(await rejection({ email }))).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
    expect(await bucketOf({ email })).to.equal('auth:register:email')
  })

  it('do not count requests with invalid fields', async () => {
    const [email, address] = [newEmail(), newAddress()]
    for (let count = 0; count < 8; count++) {
      expect((await rejection({ email, address, consent: false })).code).to.equal('INVALID_FORM_BODY')
      expect((await rejection({ email, address, password: 'short' })).code).to.equal('INVALID_FORM_BODY')
    }
    await register({ email, address })
  })

  it('are shared by processes', async () => {
    const [address, replica] = [newAddress(), await stack.replica()]
    const client = { address, userAgent: '', location: undefined }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 56 }, (_, count) =>
        (count % 2 ? stack : replica).auth.register(registration({ client })),
      ),
    )
    await replica.close()
    // Of the others, a busy machine may reject some for its capacity.
    const limited = outcomes.filter(
      (outcome) => outcome.status === 'rejected' && outcome.reason.code === 'RATE_LIMITED',
    )
    expect(limited).to.have.length(6)
  })

  it('allow a hundred registrations a day for an address', async () => {
    const address = newAddress()
    let [accepted, buckets] = [0, new Set<unknown>()]
    for (let hour = 0; hour < 6; hour++) {
      for (let count = 0; count < 26; count++)
        await register({ email: newEmail(), address }).then(
          () => (accepted += 1),
          (error) => buckets.add(error.rateLimit?.bucket),
        )
      stack.clock.advance(30 * minute)
    }
    expect([accepted, [...buckets]]).to.deep.equal([accepted, ['auth:register:address:daily']])
    // 100, and what a day of GCRA gives back in two and a half hours.
    expect(accepted).to.be.within(100, 111)
  })

  describe('that tell who has an account', () => {
    const known: string[] = []
    before(async () => {
      for (let count = 0; count < 8; count++) {
        const email = newEmail()
        known.push(email)
        await register({ email })
      }
      // The three registrations of each email address are available again.
      stack.clock.advance(15 * minute)
    })

    it('are five per half hour for an address; after them all registrations are limited', async () => {
      const address = newAddress()
      for (const email of known.slice(0, 5))
        expect(problems(await rejection({ email, address }))).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
      for (const email of [known[5], newEmail()])
        expect(await bucketOf({ email: email ?? '', address })).to.equal('auth:register:address:taken')
      await register({ email: newEmail() })
      stack.clock.advance(6 * minute)
      await register({ email: newEmail(), address })
      expect(problems(await rejection({ email: known[5] ?? '', address }))).to.deep.equal([
        'email:EMAIL_ALREADY_IN_USE',
      ])
      stack.clock.advance(30 * minute)
    })

    it('are no more at the same time, while registrations at the same time are', async () => {
      const [address, replica] = [newAddress(), await stack.replica()]
      const client = { address, userAgent: '', location: undefined }
      const both = [stack, replica]
      const outcomes = await Promise.all(
        [...known, ...known].map((email, index) =>
          rejected((both[index % 2] ?? stack).auth.register(registration({ client, email }))),
        ),
      )
      const revealing = outcomes.filter(({ code }) => code === 'INVALID_FORM_BODY')
      expect(revealing).to.have.length.within(1, 5)
      const office = newAddress()
      await Promise.all(Array.from({ length: 30 }, () => register({ email: newEmail(), address: office })))
      await replica.close()
    })
  })
})

describe('configured limits of registrations', () => {
  let stack: AuthHarness
  before(async () => {
    stack = await openAuthHarness({
      GATEHOUSE_LIMITS_SCALE: '2',
      GATEHOUSE_INNER_LIMITS: '{"auth:register:address": {"limit": 1, "window_seconds": 60}}',
    })
  })
  after(() => stack.close())

  it('are applied and scaled by the factor of all limits', async () => {
    for (let count = 0; count < 2; count++) await stack.register()
    expect((await rejected(stack.register())).code).to.equal('RATE_LIMITED')
    stack.clock.advance(minute / 2)
    await stack.register()
  })
})
