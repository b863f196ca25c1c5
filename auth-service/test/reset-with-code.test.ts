import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { client, password, problems, signedInOf } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { hour, minute } from './own-account.ts'
import { codeIn, tokenIn } from './token-in.ts'

const wrong = ['code:INVALID_VERIFICATION_CODE']
const newPassword = 'another one, kz7!'
const wrongCodes = ['AAAA-AAAA', 'BBBB-BBBB', 'CCCC-CCCC', 'DDDD-DDDD', 'EEEE-EEEE']

describe('the code beside a reset link', () => {
  const { own, received } = useMails({ GATEHOUSE_IP_AUTHORIZATION: '0' })
  const resets = () => received().filter(({ subject }) => subject === 'Reset your password')
  const mailed = async () => {
    own.stack.clock.advance(1)
    const before = resets().length
    await own.stack.auth.requestPasswordReset({ client, email: own.email })
    const mail = await until(async () => resets()[before] ?? Promise.reject(new Error('no mail arrived')))
    return { code: codeIn(mail), token: tokenIn(mail) }
  }
  type Reset = { code: string; email?: string; word?: string; deviceToken?: string }
  const reset = ({ code, email = own.email, word = newPassword, deviceToken }: Reset) =>
    own.stack.auth.resetPassword({
      client,
      token: '',
      code,
      email,
      password: word,
      ...(deviceToken !== undefined && { deviceToken }),
    })
  const rejection = async (request: Reset) => problems(await rejected(reset(request)))
  const tryWrongCodes = async (from: Omit<Reset, 'code'> = {}) => {
    for (const code of wrongCodes) expect(await rejection({ ...from, code }), code).to.deep.equal(wrong)
  }

  it('sets a password for the address, once, and ends the link', async () => {
    const { code, token } = await mailed()
    expect(code).to.match(/^\w{4}-\w{4}$/)
    const stored = JSON.stringify(await own.stack.accounts.findOne({ _id: own.id }))
    expect(stored).to.not.contain(code.replace('-', '')).and.not.contain(code)
    const typed = { code: code.toLowerCase(), email: own.email.toUpperCase() }
    expect(signedInOf(await reset(typed)).accountId).to.equal(own.id)
    expect(await rejection({ code })).to.deep.equal(wrong)
    const link = own.stack.auth.resetPassword({ client, token, password: newPassword })
    expect(problems(await rejected(link))).to.deep.equal(['token:INVALID_OR_EXPIRED_RESET_TOKEN'])
    expect(own.stack.logged.text()).to.not.contain(code)
  })

  it('ends with the link, after an hour, and when a newer mail replaces it', async () => {
    const { code: older } = await mailed()
    own.stack.clock.advance(1)
    const { code, token } = await mailed()
    expect(await rejection({ code: older })).to.deep.equal(wrong)
    await own.stack.auth.resetPassword({ client, token, password: newPassword })
    expect(await rejection({ code })).to.deep.equal(wrong)
    own.stack.clock.advance(1)
    const { code: late } = await mailed()
    own.stack.clock.advance(hour)
    expect(await rejection({ code: late })).to.deep.equal(wrong)
  })

  it('is nothing at another address', async () => {
    const { code } = await mailed()
    const email = `other-${own.number}@gatehouse.test`
    await own.stack.register({ email, password })
    expect(await rejection({ code, email })).to.deep.equal(wrong)
    expect(await rejection({ code, email: 'nobody@gatehouse.test' })).to.deep.equal(wrong)
    expect((await rejection({ code, email: 'x' }))[0]).to.match(/^email:/)
    expect((await rejection({ code, email: '' }))[0]).to.match(/^email:/)
    signedInOf(await reset({ code }))
  })

  it('stays valid if the password is rejected, and right ones are no failed attempts', async () => {
    const { code } = await mailed()
    for (let i = 0; i < 8; i += 1)
      expect(await rejection({ code, word: 'password' })).to.deep.equal(['password:PASSWORD_IS_TOO_COMMON'])
    signedInOf(await reset({ code }))
  })

  it('is wrong after five wrong ones by strangers, for 15 minutes, and the link is not', async () => {
    const { code } = await mailed()
    await tryWrongCodes()
    expect(await rejection({ code })).to.deep.equal(wrong)
    const { code: newer } = await mailed()
    expect(await rejection({ code: newer })).to.deep.equal(wrong)
    own.stack.clock.advance(15 * minute)
    signedInOf(await reset({ code: newer }))
    const { token: link } = await mailed()
    await tryWrongCodes()
    signedInOf(await own.stack.auth.resetPassword({ client, token: link, password: `${newPassword}2` }))
  })

  it('is right for a known device whatever strangers typed, and ends with five wrong ones of its own', async () => {
    const { deviceToken = '' } = signedInOf(
      await own.stack.auth.login({ client, email: own.email, password }),
    )
    const { code } = await mailed()
    await tryWrongCodes()
    await tryWrongCodes({ deviceToken })
    expect(await rejection({ code, deviceToken })).to.deep.equal(wrong)
    own.stack.clock.advance(15 * minute)
    await tryWrongCodes()
    expect(await rejection({ code, deviceToken: 'forged' })).to.deep.equal(wrong)
    signedInOf(await reset({ code, deviceToken }))
  })

  it('counts wrong ones that arrive together', async () => {
    const { code } = await mailed()
    const typed = Array.from({ length: 30 }, (_, i) => `ABCD-EF${22 + (i % 8)}`)
    await Promise.all(typed.map((each) => rejection({ code: each })))
    expect(await rejection({ code })).to.deep.equal(wrong)
    const failed = { accountId: own.id, type: 'account.password_change', outcome: 'failed' } as const
    expect(await own.stack.audit.countDocuments(failed)).to.equal(5)
  })

  it('is answered alike for an address without an account', async () => {
    const email = `nobody-${own.number}@gatehouse.test`
    const before = await own.stack.audit.countDocuments({
      type: 'account.password_change',
      outcome: 'failed',
    })
    await tryWrongCodes({ email })
    await tryWrongCodes({ email })
    const after = await own.stack.audit.countDocuments({ type: 'account.password_change', outcome: 'failed' })
    expect(after - before).to.equal(5)
  })

  it('counts no malformed one', async () => {
    const { code } = await mailed()
    for (const typed of ['', 'x', 'ABCD-EFG', 'ABCD-EFGHI', 'ABCD-EFG0', '{"$ne":1}', 'A'.repeat(64)])
      expect(await rejection({ code: typed }), typed).to.deep.equal(wrong)
    signedInOf(await reset({ code }))
  })

  it('is accepted once of many at the same time', async () => {
    const { code } = await mailed()
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => reset({ code })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
  })

  it('resets no suspended account', async () => {
    const { code } = await mailed()
    await own.stack.admin.disableAccount({ id: own.id })
    expect(await rejection({ code })).to.deep.equal(wrong)
  })
})
