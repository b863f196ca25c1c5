import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { withinMs } from '@gatehouse/service-kit/testing/within-ms'
import { expect } from 'chai'
import { type AuthHarness, client, openAuthHarness, password, problems } from './auth-harness.ts'
import { fakeRangeService, type RangeService } from './fake-range-service.ts'

const email = 'ann@gatehouse.test'
const other = 'another-kz7!mQ2x'

describe('AuthAdmin.SetPassword', () => {
  let stack: AuthHarness
  let ranges: RangeService
  let id: string
  before(async () => {
    ranges = await fakeRangeService({ 'breached somewhere': 7 })
    stack = await openAuthHarness({
      GATEHOUSE_BREACHED_PASSWORDS_URL: `${ranges.url}/`,
      GATEHOUSE_LIMITS_SCALE: '1',
    })
    id = await stack.register({ email, password, username: 'Ann_Longname' })
  })
  after(async () => {
    await stack.close()
    ranges.close()
  })
  afterEach(() => {
    stack.sessions.beforeRevokeAll = async () => {}
  })
  const login = (typed: string) => stack.auth.login({ client, email, password: typed })
  const rejection = (typed: string) => rejected(stack.admin.setPassword({ id, password: typed }))
  const stored = () => stack.accounts.findOne({ _id: id })

  for (const [what, typed, code] of [
    ['a short one', 'kz7!mQ2', 'PASSWORD_LENGTH_INVALID'],
    ['an empty one', '', 'PASSWORD_LENGTH_INVALID'],
    ['one of 257', 'k7'.repeat(128).concat('x'), 'PASSWORD_LENGTH_INVALID'],
    ['a common one', 'Password123', 'PASSWORD_IS_TOO_COMMON'],
    ['the email', email.toUpperCase(), 'PASSWORD_IS_TOO_COMMON'],
    ['the username', 'ann_longname', 'PASSWORD_IS_TOO_COMMON'],
    ['a breached one', 'breached somewhere', 'PASSWORD_IS_TOO_COMMON'],
  ] as const) {
    it(`rejects ${what} and changes nothing`, async () => {
      const [before, ended] = [await stored(), stack.sessions.revokedAll.length]
      expect(problems(await rejection(typed))).to.deep.equal([`password:${code}`])
      expect(await stored()).to.deep.equal(before)
      expect(stack.sessions.revokedAll).to.have.lengthOf(ended)
    })
  }

  it('rejects an unknown account with UNKNOWN_USER', async () => {
    expect((await rejected(stack.admin.setPassword({ id: '1', password: other }))).code).to.equal(
      'UNKNOWN_USER',
    )
  })

  it('accepts only the new password and ends every session', async () => {
    await stack.admin.setPassword({ id, password: other })
    expect(stack.sessions.revokedAll.at(-1)).to.include({ accountId: id, exceptIdHash: undefined })
    await rejected(login(password))
    await login(other)
  })

  it('ends the throttle of a password', async () => {
    for (let tries = 0; tries < 6; tries++) await rejected(login('wrong password'))
    expect((await rejected(login(other))).code).to.equal('RATE_LIMITED')
    await stack.admin.setPassword({ id, password })
    await login(password)
  })

  it('records what was done and by whom, without the password', async () => {
    const acts = await stack.audit.find({ accountId: id, type: 'account.password_change' }).toArray()
    expect(acts).to.have.lengthOf(2)
    for (const act of acts) expect(act).to.deep.include({ outcome: 'ok', detail: { by: 'operator' } })
    const { passwordChangedAt } = (await stored()) ?? {}
    expect(passwordChangedAt).to.deep.equal(new Date(stack.clock.now()))
    expect(stack.logged.text()).not.to.contain(other).and.not.to.contain('breached somewhere')
  })

  it('leaves sessions that could not be ended to the sweeper, and can be retried', async () => {
    stack.sessions.beforeRevokeAll = async () => {
      throw new ServiceError('INTERNAL_SERVER_ERROR')
    }
    for (let tries = 0; tries < 6; tries++) await rejected(login('wrong password'))
    expect((await rejection(other)).code).to.equal('SERVICE_UNAVAILABLE')
    expect((await stored())?.pendingRevocations).to.have.lengthOf(1)
    await login(other)
    stack.sessions.beforeRevokeAll = async () => {}
    await stack.admin.setPassword({ id, password: other })
    expect((await stored())?.pendingRevocations).to.deep.equal([])
  })
})

describe('registration with a range service', () => {
  let stack: AuthHarness
  let ranges: RangeService
  before(async () => {
    ranges = await fakeRangeService({ 'breached somewhere': 7 })
    stack = await openAuthHarness({ GATEHOUSE_BREACHED_PASSWORDS_URL: ranges.url })
  })
  after(async () => {
    await stack.close()
    ranges.close()
  })

  it('rejects a breached password, and does not look up one that it rejects by itself', async () => {
    const register = (typed: string) =>
      rejected(stack.register({ email: 'new@gatehouse.test', password: typed }))
    expect(problems(await register('breached somewhere'))).to.deep.equal(['password:PASSWORD_IS_TOO_COMMON'])
    ranges.requests.length = 0
    expect(problems(await register('Password123'))).to.deep.equal(['password:PASSWORD_IS_TOO_COMMON'])
    expect(ranges.requests).to.deep.equal([])
    const metrics = await (await fetch(`http://${stack.ops}/metrics`)).text()
    expect(metrics).to.match(/^gatehouse_breached_password_lookups_total\{outcome="breached"\} [1-9]/m)
  })

  it('responds in time while the service hangs, and still rejects common passwords', async () => {
    ranges.answer = () => {}
    const register = (name: string) =>
      stack.register({ email: `${name}@gatehouse.test`, password: `${name} ${other}` })
    // As long as the gateway waits.
    await withinMs(5000, () => Promise.all(['a', 'b', 'c', 'd'].map(register)))
    const common = await rejected(stack.register({ email: 'e@gatehouse.test', password: 'password123' }))
    expect(problems(common)).to.deep.equal(['password:PASSWORD_IS_TOO_COMMON'])
  })
})
