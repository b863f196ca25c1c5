import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { actor, client, password, problems, signedInOf } from './auth-harness.ts'
import { useEmailChange } from './email-change-steps.ts'
import { day } from './own-account.ts'
import { tokenIn } from './token-in.ts'

const rejectedToken = ['token:INVALID_OR_EXPIRED_REVERT_TOKEN']
const newPassword = 'another one, kz7!'
const bcrypt = '$2b$04$YTvNhgHFieQNgf9TaSvdS.G3aXP/3xJBxd.dWpeHymGbwiKFdp2Q6'

describe('Auth.RevertEmail', () => {
  const change = useEmailChange()
  const { own, changeTo, revert, problemsOf, login, me, newestTo } = change
  const address = (name: string) => `${name}-${own.number}@gatehouse.test`
  const register = (email: string) => own.stack.register({ email, password })
  beforeEach(() => own.stack.clock.advance(1))

  const info = (token: string) => own.stack.auth.getEmailRevert({ token })

  it('rejects unknown tokens of any length alike', async () => {
    for (const token of ['', 'x', 'x'.repeat(43), 'x'.repeat(257)])
      for (const call of [() => revert(token, newPassword), () => info(token)])
        expect(await problemsOf(call()), token).to.deep.equal(rejectedToken)
  })

  it('names the account before, without a change', async () => {
    const token = await changeTo(address('thief'))
    expect(await info(token)).to.include({ email: own.email })
    expect(await me()).to.deep.include({ email: address('thief') })
    await revert(token, newPassword)
    expect(await problemsOf(info(token))).to.deep.equal(rejectedToken)
  })

  it('restores the address that the mail was sent to, sets the password, ends all sessions and signs in', async () => {
    const token = await changeTo(address('thief'))
    expect(await change.stored()).to.not.contain(token)
    const signedIn = signedInOf(await revert(token, newPassword))
    expect(signedIn).to.include({ accountId: own.id })
    expect(signedIn.deviceToken).to.be.a('string')
    expect(await me()).to.deep.include({ email: own.email, verified: true })
    expect(own.stack.sessions.revokedAll.at(-1)).to.include({ accountId: own.id, exceptIdHash: undefined })
    expect(own.stack.sessions.created.at(-1)).to.deep.include({
      accountId: own.id,
      proofMethods: [ProofMethod.PASSWORD],
    })
    await login(own.email, newPassword)
    expect(problems(await rejected(login(address('thief'), newPassword)))).to.have.length(2)
    expect(await problemsOf(revert(token, newPassword))).to.deep.equal(rejectedToken)
    const event = await own.stack.audit.findOne({ accountId: own.id, type: 'account.email_revert' })
    expect(event).to.deep.include({ outcome: 'ok', address: client.address, detail: {} })
    for (const to of [own.email, address('thief')])
      await until(async () => {
        expect(
          own.smtp.mails.filter(({ recipients }) => recipients.includes(to)).map((mail) => mail.subject),
        ).to.include('The change of your email address was reverted')
      })
    expect(own.stack.logged.text()).to.not.contain(token)
  })

  it('leaves the token valid if the password is rejected', async () => {
    const token = await changeTo(address('thief'))
    for (const [word, code] of [
      ['short', 'PASSWORD_LENGTH_INVALID'],
      ['password', 'PASSWORD_IS_TOO_COMMON'],
      [own.email, 'PASSWORD_IS_TOO_COMMON'],
    ] as const)
      expect(await problemsOf(revert(token, word)), word).to.deep.equal([`password:${code}`])
    await revert(token, newPassword)
  })

  it('works for 72 hours', async () => {
    const first = await changeTo(address('b'))
    own.stack.clock.advance(3 * day - 1)
    await revert(first, newPassword)
    const second = await changeTo(address('c'))
    own.stack.clock.advance(3 * day)
    expect(await problemsOf(revert(second, newPassword))).to.deep.equal(rejectedToken)
  })

  it('undoes a chain of changes, a new password and a closing that followed', async () => {
    const first = await changeTo(address('b'))
    const second = await changeTo(address('c'))
    const third = await changeTo(address('d'))
    await own.stack.updateMe({ ...change.proved(), password, newPassword: 'of the thief, kz7!' })
    await own.stack.auth.requestPasswordReset({ client, email: address('d') })
    const reset = tokenIn(await newestTo(address('d'), /\/reset#token=/))
    const pending = await change.start()
    await own.stack.auth.deleteMe(change.proved())
    await revert(first, newPassword)
    expect(await me()).to.deep.include({ email: own.email, verified: true })
    for (const token of [second, third])
      expect(await problemsOf(revert(token, newPassword))).to.deep.equal(rejectedToken)
    const resetAgain = own.stack.auth.resetPassword({ client, token: reset, password: newPassword })
    expect(await problemsOf(resetAgain)).to.deep.equal(['token:INVALID_OR_EXPIRED_RESET_TOKEN'])
    const { ticket } = pending
    const code = 'AAAA-AAAA'
    expect(await problemsOf(change.verifyOriginal(ticket, code))).to.deep.equal([
      'ticket:INVALID_OR_EXPIRED_TICKET',
    ])
    for (const name of ['b', 'c', 'd']) await register(address(name))
  })

  it('of a later change leaves the links of earlier ones valid', async () => {
    const first = await changeTo(address('b'))
    const second = await changeTo(address('c'))
    await revert(second, newPassword)
    expect((await me())?.email).to.equal(address('b'))
    await revert(first, newPassword)
    expect((await me())?.email).to.equal(own.email)
  })

  it('forgets known devices and client addresses', async () => {
    const known = await login(own.email)
    await revert(await changeTo(address('thief')), newPassword)
    await own.stack.auth.login({
      client,
      email: own.email,
      password: newPassword,
      deviceToken: signedInOf(known).deviceToken,
    })
    await until(async () => {
      const subjects = own.smtp.mails.map(({ recipients, subject }) => [recipients[0], subject])
      expect(subjects).to.deep.include([own.email, 'New sign-in to your account'])
    })
  })

  it('accepts a token once for fifty requests at two replicas', async () => {
    const token = await changeTo(address('thief'))
    const other = await own.stack.replica()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        (i % 2 === 0 ? own.stack : other).auth.revertEmail({ client, token, password: newPassword }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    expect(
      await own.stack.audit.countDocuments({ accountId: own.id, type: 'account.email_revert' }),
    ).to.equal(1)
    await other.close()
  })

  it('rejects a suspended account like a sign-in, and an erased one like an unknown token', async () => {
    const token = await changeTo(address('thief'))
    await own.stack.admin.disableAccount({ id: own.id })
    expect((await rejected(revert(token, newPassword))).code).to.equal('ACCOUNT_SUSPENDED_PERMANENTLY')
    await own.stack.admin.enableAccount({ id: own.id })
    await own.stack.admin.deleteAccount({ id: own.id })
    expect(await problemsOf(revert(token, newPassword))).to.deep.equal(rejectedToken)
    await register(own.email)
  })
})

describe('a verified address that a change replaced', () => {
  const change = useEmailChange()
  const { own, changeTo, problemsOf, revert } = change
  const address = (name: string) => `${name}-${own.number}@gatehouse.test`
  beforeEach(change.verified)
  const register = (email: string) => own.stack.register({ email, password })

  it('is reserved for 72 hours, and then free', async () => {
    await changeTo(address('b'))
    expect(await problemsOf(register(own.email.toUpperCase()))).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
    const claimant = await own.stack.register({ username: 'Claimant' })
    const claim = { email: own.email, password, client, actor: actor(claimant, own.stack.clock.now()) }
    expect(await problemsOf(own.stack.updateMe(claim))).to.deep.equal(['account.email:EMAIL_ALREADY_IN_USE'])
    const { outcomes } = await own.stack.admin.importAccounts({
      accounts: [{ email: own.email, passwordHash: bcrypt, verified: false, createdAt: undefined }],
    })
    expect(outcomes[0]?.problems.map(({ code }) => code)).to.deep.equal(['EMAIL_ALREADY_IN_USE'])
    await own.stack.pass(3 * day)
    expect(await change.stored()).to.not.contain('emailReverts":[{')
    await register(own.email)
  })

  it('can be taken back by its account, and is then not reserved once the change is reverted', async () => {
    const first = await changeTo(address('b'))
    const back = await changeTo(own.email)
    expect((await change.me())?.email).to.equal(own.email)
    await revert(back, newPassword)
    expect((await change.me())?.email).to.equal(address('b'))
    await revert(first, newPassword)
    await register(address('b'))
  })

  it('is never free between the change and the reservation', async () => {
    const emailToken = await change.tokenFor(address('b'))
    let isDone = false
    const applied = change.apply(emailToken).finally(() => {
      isDone = true
    })
    const registrations: Promise<boolean>[] = []
    while (!isDone) {
      registrations.push(
        register(own.email).then(
          () => true,
          () => false,
        ),
      )
      await new Promise((resolve) => setImmediate(resolve))
      if (registrations.length >= 50) break
    }
    await applied
    expect(await Promise.all(registrations)).to.not.include(true)
  })
})
