import { maskedAddress } from '@gatehouse/auth-service/accounts/email-address'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { actor, client, password, problems } from './auth-harness.ts'
import { useEmailChange } from './email-change-steps.ts'
import { minute } from './own-account.ts'

describe('Auth.UpdateMe with an email token', () => {
  const change = useEmailChange()
  const { own, apply, problemsOf, tokenFor, login, me } = change
  const target = () => `new-${own.number}@gatehouse.test`

  it('requires a proof of identity', async () => {
    const emailToken = await tokenFor(target())
    const request = { actor: actor(own.id), client, emailToken }
    expect((await rejected(own.stack.updateMe(request))).code).to.equal('SUDO_MODE_REQUIRED')
    const wrong = { ...request, password: 'wrong one' }
    expect(await problemsOf(own.stack.updateMe(wrong))).to.deep.equal(['password:INVALID_PASSWORD'])
    await own.stack.updateMe({ ...request, password })
  })

  it('rejects an unknown, a foreign and an expired token', async () => {
    const emailToken = await tokenFor(target())
    const id = await own.stack.register({ email: `foreign-${own.number}@gatehouse.test`, password })
    const foreign = { actor: actor(id, own.stack.clock.now()), client, emailToken }
    for (const update of [() => apply(''), () => apply('x'), () => own.stack.updateMe(foreign)])
      expect(await problemsOf(update())).to.deep.equal(['email_token:INVALID_EMAIL_TOKEN'])
    own.stack.clock.advance(30 * minute)
    expect(await problemsOf(apply(emailToken))).to.deep.equal(['email_token:EMAIL_TOKEN_EXPIRED'])
    await apply(await tokenFor(target()))
  })

  it('rejects an address that another account verified meanwhile', async () => {
    const emailToken = await tokenFor(target())
    const id = await own.stack.register({ email: target(), password })
    await own.stack.accounts.updateOne({ _id: id }, { $set: { verified: true } })
    expect(await problemsOf(apply(emailToken))).to.deep.equal(['email_token:EMAIL_ALREADY_IN_USE'])
    expect((await me())?.email).to.equal(own.email)
  })

  for (const when of ['before', 'after'] as const)
    it(`takes the address from an account that registered it ${when} the code, and never verified it`, async () => {
      const register = () => own.stack.register({ email: target(), password })
      const early = when === 'before' ? await register() : ''
      const emailToken = await tokenFor(target())
      const stranger = early || (await register())
      await apply(emailToken)
      expect(await me()).to.include({ email: target(), verified: true })
      expect((await own.stack.auth.getMe({ actor: actor(stranger) })).account?.email).to.equal(undefined)
      const mail = await change.newestTo(target(), /nobody confirmed the address/)
      expect(mail.subject).to.equal('Your email address was removed from an account')
      const event = { accountId: stranger, type: 'account.email_release' }
      expect(await own.stack.audit.countDocuments(event)).to.equal(1)
    })

  it('takes it from nobody if the change fails', async () => {
    const emailToken = await tokenFor(target())
    const stranger = await own.stack.register({ email: target(), password })
    own.stack.clock.advance(30 * minute)
    expect(await problemsOf(apply(emailToken))).to.deep.equal(['email_token:EMAIL_TOKEN_EXPIRED'])
    expect((await own.stack.auth.getMe({ actor: actor(stranger) })).account?.email).to.equal(target())
  })

  it('is not enough for the address of an administrator or an import', async () => {
    const protections = [{ administrator: true as const }, { importedAt: new Date() }]
    for (const [index, protection] of protections.entries()) {
      const address = `kept-${index}-${own.number}@gatehouse.test`
      const emailToken = await tokenFor(address)
      const id = await own.stack.register({ email: address, password })
      await own.stack.accounts.updateOne({ _id: id }, { $set: protection })
      expect(await problemsOf(apply(emailToken))).to.deep.equal(['email_token:EMAIL_ALREADY_IN_USE'])
    }
  })

  it('changes and verifies the address, and ends every other session', async () => {
    const emailToken = await tokenFor(target())
    const { account } = await apply(emailToken)
    expect(account).to.deep.include({ email: target(), verified: true })
    expect(own.stack.sessions.revokedAll.at(-1)).to.deep.equal({
      accountId: own.id,
      exceptIdHash: 'hash',
      createdUntil: undefined,
    })
    expect(problems(await rejected(login(own.email)))).to.have.length(2)
    await login(target())
    expect(await problemsOf(apply(emailToken))).to.deep.equal(['email_token:INVALID_EMAIL_TOKEN'])
    const event = await own.stack.audit.findOne({ accountId: own.id, type: 'account.email_change' })
    expect(event).to.deep.include({ outcome: 'ok', detail: {}, sessionIdHash: 'hash' })
    await until(() => {
      const { text } =
        own.smtp.mails.find(({ subject }) => subject === 'Your email address was changed') ?? {}
      expect(text).to.contain(`now uses ${maskedAddress(target())}, and ${own.email} can`)
    })
    const subjects = own.smtp.mails.filter(({ recipients }) => recipients.includes(target()))
    expect(subjects.map(({ subject }) => subject)).to.not.include('New sign-in to your account')
  })

  it('is voided by a change of the password', async () => {
    const emailToken = await tokenFor(target())
    await own.stack.updateMe({ ...change.proved(), password, newPassword: 'another one, kz7!' })
    expect(await problemsOf(apply(emailToken))).to.deep.equal(['email_token:INVALID_EMAIL_TOKEN'])
  })

  it('accepts a token once for fifty requests at two replicas', async () => {
    const emailToken = await tokenFor(target())
    const other = await own.stack.replica()
    const request = { ...change.proved(), account: undefined, updateMask: undefined, emailToken }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        (i % 2 === 0 ? own.stack : other).auth.updateMe({
          ...request,
          password: undefined,
          newPassword: undefined,
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    expect(await own.stack.mails.countDocuments({ kind: 'email_change', accountId: own.id })).to.equal(1)
    await other.close()
  })
})
