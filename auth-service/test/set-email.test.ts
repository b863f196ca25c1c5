import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { actor, client, password, problems, signedInOf } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { hour } from './own-account.ts'
import { tokenIn } from './token-in.ts'

describe('AuthAdmin.SetEmail', () => {
  const { own } = useMails({ GATEHOUSE_IP_AUTHORIZATION: '0' })
  let moved = ''
  beforeEach(() => {
    moved = `moved-${own.number}@gatehouse.test`
  })
  const set = (email = moved, { noRevert = false, id = own.id } = {}) =>
    own.stack.admin.setEmail({ id, email, noRevert })
  const rejection = async (call: Promise<unknown>) => {
    const error = await rejected(call)
    return error.fields.length > 0 ? problems(error) : [error.code]
  }
  const mailsTo = (address: string) => own.smtp.mails.filter(({ recipients }) => recipients.includes(address))
  const mailTo = (address: string) =>
    until(async () => mailsTo(address).at(-1) ?? Promise.reject(new Error(`no mail to ${address}`)))
  const signInAs = (email: string, word = password) => own.stack.auth.login({ client, email, password: word })

  it('replaces the address as verified and ends all sessions', async () => {
    const ended = own.stack.sessions.revokedAll.length
    const { account } = await set()
    expect(account).to.include({ id: own.id, email: moved })
    const me = (await own.stack.auth.getMe({ actor: actor(own.id) })).account
    expect([me?.email, me?.verified]).to.deep.equal([moved, true])
    expect(own.stack.sessions.revokedAll.length).to.equal(ended + 1)
    expect(signedInOf(await signInAs(moved)).accountId).to.equal(own.id)
    expect(await rejection(signInAs(own.email))).to.not.deep.equal([])
    const event = await own.stack.audit.findOne({ accountId: own.id, type: 'account.email_change' })
    expect([event?.outcome, event?.detail]).to.deep.equal(['ok', { by: 'operator' }])
  })

  it('mails both addresses, the old one a link that reverts the change', async () => {
    await set()
    const { text: notice } = await mailTo(moved)
    expect(notice).to.contain(moved)
    const old = await mailTo(own.email)
    expect(old.text).to.contain('/revert#token=').and.not.contain(moved)
    const newPassword = 'another one, kz7!'
    await own.stack.auth.revertEmail({ client, token: tokenIn(old), password: newPassword })
    expect(signedInOf(await signInAs(own.email, newPassword)).accountId).to.equal(own.id)
  })

  it('mails the old address nothing if somebody else reads it', async () => {
    await set(moved, { noRevert: true })
    await mailTo(moved)
    expect(mailsTo(own.email)).to.deep.equal([])
    const other = await own.stack.register({ email: own.email, password })
    expect(other).to.not.equal(own.id)
  })

  it('reserves the old address while its link is valid', async () => {
    await own.stack.accounts.updateOne({ _id: own.id }, { $set: { verified: true } })
    await set()
    const register = () => own.stack.register({ email: own.email, password })
    expect(await rejection(register())).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
    own.stack.clock.advance(72 * hour)
    await register()
  })

  it('voids what was mailed to the old address', async () => {
    await own.stack.auth.requestPasswordReset({ client, email: own.email })
    const token = tokenIn(await mailTo(own.email))
    await set()
    const reset = own.stack.auth.resetPassword({ client, token, password: 'another one, kz7!' })
    expect(await rejection(reset)).to.deep.equal(['token:INVALID_OR_EXPIRED_RESET_TOKEN'])
  })

  it('verifies the address that the account has', async () => {
    const typed = own.email.replace('Mail', 'MAIL')
    await set(typed)
    expect((await own.stack.auth.getMe({ actor: actor(own.id) })).account?.verified).to.equal(true)
    await mailTo(typed)
    expect((await own.stack.accounts.findOne({ _id: own.id }))?.emailReverts ?? []).to.deep.equal([])
  })

  it('gives an account without an address its first one', async () => {
    const id = await own.stack.register({ username: `Nameless_${own.number}` })
    await set(moved, { id })
    expect((await own.stack.auth.getMe({ actor: actor(id) })).account?.email).to.equal(moved)
  })

  it('takes the address from an account that never verified it, and from no other', async () => {
    const squatter = await own.stack.register({ email: moved, password })
    await set()
    expect((await own.stack.auth.getMe({ actor: actor(squatter) })).account?.email).to.equal(undefined)
    const taken = `taken-${own.number}@gatehouse.test`
    const holder = await own.stack.register({ email: taken, password })
    await own.stack.accounts.updateOne({ _id: holder }, { $set: { verified: true } })
    expect(await rejection(set(taken))).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
    expect((await own.stack.auth.getMe({ actor: actor(own.id) })).account?.email).to.equal(moved)
  })

  it('rejects addresses of a wrong form and unknown or erased accounts', async () => {
    for (const email of ['', 'ann', 'ann@', 'a"b@gatehouse.test', `${'x'.repeat(300)}@gatehouse.test`])
      expect((await rejection(set(email)))[0], email).to.match(/^email:/)
    expect(await rejection(set(moved, { id: '1' }))).to.deep.equal(['UNKNOWN_USER'])
    await own.stack.admin.deleteAccount({ id: own.id })
    expect(await rejection(set())).to.deep.equal(['UNKNOWN_USER'])
  })

  it('gives one of two accounts the same address', async () => {
    const other = await own.stack.register({ email: `second-${own.number}@gatehouse.test`, password })
    const outcomes = await Promise.allSettled([set(), set(moved, { id: other })])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    expect(await own.stack.accounts.countDocuments({ email: moved })).to.equal(1)
  })
})
