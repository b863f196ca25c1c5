import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password, problems } from './auth-harness.ts'
import { day, minute, openThrottleHarness, second, type ThrottleHarness, wrong } from './throttle-harness.ts'

describe('throttle of password attempts from known devices', () => {
  let throttled: ThrottleHarness
  before(async () => {
    throttled = await openThrottleHarness()
  })
  after(() => throttled.close())

  it('accepts known devices while unknown sources are throttled or the password is locked', async () => {
    const { codeOf, signIn, someone, fail, failSlowly } = throttled
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

  it('locks only the known client address after a hundred failures of its own', async () => {
    const { codeOf, signIn, someone, failSlowly } = throttled
    const { email, address, deviceToken } = await someone()
    await failSlowly(100, email, { clientAddress: address })
    expect(await codeOf({ email, password, address })).to.equal('PASSWORD_LOGIN_DISABLED')
    await signIn({ email, address, deviceToken })
    await signIn({ email })
  })

  it('ignores device tokens that are forged, altered, expired or of another account', async () => {
    const { codeOf, signIn, someone, fail } = throttled
    const [ann, bob] = [await someone(), await someone()]
    await fail(5, { email: ann.email })
    const altered = ann.deviceToken?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const deviceToken of [bob.deviceToken, altered, '', 'x', 'v1.a.b.c', 'y'.repeat(5000), undefined]) {
      expect(await codeOf({ email: ann.email, password, deviceToken })).to.equal('RATE_LIMITED')
    }
    await signIn({ email: ann.email, deviceToken: ann.deviceToken })
  })

  it('knows a device and a client address for 30 days after each sign-in', async () => {
    const { stack, codeOf, signIn, someone, fail } = throttled
    const ann = await someone()
    stack.clock.advance(29 * day)
    const renewed = (await signIn({ email: ann.email, deviceToken: ann.deviceToken })).deviceToken
    stack.clock.advance(29 * day)
    await fail(5, { email: ann.email })
    expect(await codeOf({ email: ann.email, address: ann.address })).to.equal('RATE_LIMITED')
    expect(await codeOf({ email: ann.email, password, deviceToken: ann.deviceToken })).to.equal(
      'RATE_LIMITED',
    )
    await fail(5, { email: ann.email, deviceToken: renewed })
    expect(await codeOf({ email: ann.email, deviceToken: renewed })).to.equal('RATE_LIMITED')
  })

  it('remembers a client address once a day', async () => {
    const { stack, attempts, signIn, someone } = throttled
    const { email, address, deviceToken } = await someone()
    const since = () => attempts.msSinceSignIn(email, address)
    const sinceAtAttempt = async (clientAddress: string) => {
      const taken = await attempts.take(email, { clientAddress })
      if (taken.outcome !== 'taken') throw new Error(taken.outcome)
      await attempts.end(email, taken, 'refunded')
      return taken.sinceMs
    }
    stack.clock.advance(day - 2 * minute)
    for (const from of [{ address }, { address, deviceToken }]) {
      await signIn({ email, ...from })
      expect(await since()).to.be.closeTo(day - 2 * minute, minute)
      expect(await sinceAtAttempt(address)).to.be.closeTo(day - 2 * minute, minute)
      expect(await sinceAtAttempt(throttled.newAddress())).to.equal(null)
    }
    stack.clock.advance(4 * minute)
    await signIn({ email, address, deviceToken })
    expect(await since()).to.be.closeTo(0, minute)
    stack.clock.advance(30 * day + minute)
    expect(await since()).to.equal(null)
    expect(await sinceAtAttempt(address)).to.equal(null)
  })

  it('does not remember the client address of a sign-in that is rejected after the right password', async () => {
    const { codeOf, someone, failSlowly, newAddress, stack } = throttled
    const { email, id } = await someone()
    const address = newAddress()
    stack.sessions.beforeCreate = async ({ accountId }) => {
      stack.sessions.beforeCreate = async () => {}
      await stack.admin.disableAccount({ id: accountId })
    }
    expect(await codeOf({ email, address, password })).to.equal('ACCOUNT_SUSPENDED_PERMANENTLY')
    await stack.admin.enableAccount({ id })
    await failSlowly(100, email)
    expect(await codeOf({ email, address, password })).to.equal('PASSWORD_LOGIN_DISABLED')
  })

  it('treats a /64 as one client address', async () => {
    const { codeOf, signIn, someone, fail } = throttled
    const ann = await someone('2001:db8:7:7::1')
    await fail(5, { email: ann.email })
    await signIn({ email: ann.email, address: '2001:db8:7:7:ffff::9' })
    expect(await codeOf({ email: ann.email, password, address: '2001:db8:7:8::1' })).to.equal('RATE_LIMITED')
  })

  it('unlocks the password by a new one, keeps known client addresses and only the device that changed it', async () => {
    const { stack, clientAt, codeOf, signIn, someone, fail, failSlowly } = throttled
    const ann = await someone()
    await failSlowly(100, ann.email)
    await failSlowly(5, ann.email, { signedIn: true })
    stack.clock.advance(minute)
    const newPassword = 'harbour-violet-9'
    const { deviceToken } = await stack.updateMe({
      actor: actor(ann.id),
      client: clientAt(ann.address),
      password,
      newPassword,
    })
    await signIn({ email: ann.email, password: newPassword })

    await fail(5, { email: ann.email })
    for (const stranger of [undefined, ann.deviceToken]) {
      const code = await codeOf({ email: ann.email, password: newPassword, deviceToken: stranger })
      expect(code).to.equal('RATE_LIMITED')
    }
    await signIn({ email: ann.email, password: newPassword, address: ann.address })
    await signIn({ email: ann.email, password: newPassword, deviceToken })
  })

  it('returns no device token if the password stays', async () => {
    const { stack, clientAt, someone } = throttled
    const { id, address } = await someone()
    const request = { actor: actor(id), client: clientAt(address), globalName: 'Ann' }
    expect((await stack.updateMe(request)).deviceToken).to.equal(undefined)
  })

  it('clears known client addresses and devices after a reset', async () => {
    const { stack, codeOf, signIn, someone, fail, failSlowly } = throttled
    const { email, id, address, deviceToken } = await someone()
    await failSlowly(100, email)
    await stack.admin.setPassword({ id, password: 'harbour-violet-9' })
    await fail(5, { email })
    for (const from of [{ address }, { deviceToken }]) {
      expect(await codeOf({ email, password: 'harbour-violet-9', ...from })).to.equal('RATE_LIMITED')
    }
    stack.clock.advance(second)
    await signIn({ email, password: 'harbour-violet-9' })
  })

  it('clears attempts when an account is claimed or erased', async () => {
    const { newEmail, stack, attempts, newAddress, clientAt, codeOf, signIn, failSlowly } = throttled
    const email = newEmail()
    await failSlowly(100, email)
    const address = newAddress()
    const id = await stack.register({ client: clientAt(address) })
    await stack.updateMe({ actor: actor(id), client: clientAt(address), email, password })
    await signIn({ email })

    await failSlowly(100, email)
    expect((await attempts.take(email, { clientAddress: newAddress() })).outcome).to.equal('locked')
    await stack.admin.deleteAccount({ id })
    expect(await codeOf({ email })).to.equal('INVALID_FORM_BODY')
  })

  it('clears attempts when an email is added, and when the password of an account without email changes', async () => {
    const { newEmail, stack, attempts, newAddress, clientAt, signIn, failSlowly } = throttled
    const address = newAddress()
    const id = await stack.register({ client: clientAt(address), password })
    const caller = { actor: actor(id), client: clientAt(address) }
    await failSlowly(100, id, { signedIn: true })
    expect((await rejected(stack.auth.assertStepUp({ ...caller, password }))).code).to.equal(
      'PASSWORD_LOGIN_DISABLED',
    )
    await stack.admin.setPassword({ id, password: 'harbour-violet-9' })
    await stack.auth.assertStepUp({ ...caller, password: 'harbour-violet-9' })

    const email = newEmail()
    await failSlowly(100, email)
    await stack.updateMe({ ...caller, email, password: 'harbour-violet-9' })
    await signIn({ email, password: 'harbour-violet-9' })
    await failSlowly(5, email, { signedIn: true })
    expect((await attempts.take(email, { signedIn: true })).outcome).to.equal('delayed')
  })

  it('counts a wrong current password of a change like one of a step-up', async () => {
    const { stack, newAddress, clientAt, signIn, someone } = throttled
    const { id, email } = await someone()
    const change = (present: string) =>
      rejected(
        stack.updateMe({
          actor: actor(id),
          client: clientAt(newAddress()),
          password: present,
          newPassword: 'harbour-9-x',
        }),
      )
    for (let count = 0; count < 5; count++) {
      expect(problems(await change(wrong))).to.deep.equal(['password:INVALID_PASSWORD'])
    }
    expect((await change(password)).code).to.equal('RATE_LIMITED')
    await signIn({ email })
  })

  it('counts wrong passwords of a step-up separately, over all sessions of the account', async () => {
    const { stack, signIn, someone } = throttled
    const ann = await someone()
    const prove = (text: string, sessionIdHash = 'hash') =>
      rejected(
        stack.auth.assertStepUp({
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
    expect((await prove(password)).code).to.equal('RATE_LIMITED')
    stack.clock.advance(second)
    await stack.auth.assertStepUp({ client, actor: actor(ann.id), password })
    expect(problems(await prove(wrong))).to.deep.equal(['password:INVALID_PASSWORD'])
  })
})
