import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { actor, client, password, problems, registration } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { signedIn, ssoEnv, useSsoWith } from './sso-harness.ts'
import { tokenIn } from './token-in.ts'

const bcrypt = '$2b$04$YTvNhgHFieQNgf9TaSvdS.G3aXP/3xJBxd.dWpeHymGbwiKFdp2Q6'
const notLinkable = 'email:EMAIL_NOT_LINKABLE_TO_SSO'

describe('an address that a sign-in with an identity provider proves', () => {
  const mails = useMails({ ...ssoEnv, GATEHOUSE_IP_AUTHORIZATION: '0' })
  const { own, configure, callback, complete, signIn, rejection, person } = useSsoWith(mails)
  const allowed = { allowedDomains: ['gatehouse.test'] }
  const email = () => `colleague-${own.number}@gatehouse.test`
  const claims = (more: object = {}) => ({ ...person(), email: email(), ...more })
  const stored = (id: string) => own.stack.accounts.findOne({ _id: id })
  /** Registers the address of somebody else, whose mail it gets. */
  const squat = async (fields: object = {}) => {
    const { signedIn: registered } = await own.stack.auth.register({
      ...registration({ email: email() }),
      ...fields,
    })
    return registered?.accountId ?? ''
  }
  const mailsTo = (subject: string) =>
    own.smtp.mails.filter((mail) => mail.recipients.includes(email()) && mail.subject === subject)
  const mailTo = (subject: string) =>
    until(() => {
      const mail = mailsTo(subject).at(-1)
      if (!mail) throw new Error('No mail yet.')
      return mail
    })

  beforeEach(async () => {
    own.stack.clock.advance(1)
    await configure(allowed)
  })

  for (const listed of [true, false])
    for (const email_verified of [false, 'false', 'no', 0])
      it(`is not taken with email_verified ${JSON.stringify(email_verified)}, ${listed ? 'of a listed domain' : 'without listed domains'}`, async () => {
        await configure({ allowedDomains: listed ? ['gatehouse.test'] : [] })
        expect(await rejection(claims({ email_verified }))).to.equal(
          'email:EMAIL_NOT_VERIFIED_BY_SSO_PROVIDER',
        )
        await squat()
      })

  for (const email_verified of [true, 'true', 'True'])
    it(`is proved with email_verified ${JSON.stringify(email_verified)}`, async () => {
      const { accountId } = signedIn(await signIn(claims({ email_verified })))
      expect(await stored(accountId)).to.include({ email: email(), verified: true })
    })

  it('is taken as before if the provider does not say whether it is verified', async () => {
    const { accountId } = signedIn(await signIn(claims({ email_verified: undefined })))
    expect(await stored(accountId)).to.include({ email: email(), verified: false })
    // The provider says whose account it is.
    expect((await mailTo('Confirm your email address')).text).not.to.contain('I did not register')
  })

  it('is taken from an account that never verified it, which stays without it', async () => {
    const request = { idempotencyKey: 'k'.repeat(32), ...registration({ email: email() }) }
    const { signedIn: registered } = await own.stack.auth.register(request)
    const stranger = registered?.accountId ?? ''
    const verification = tokenIn(await mailTo('Confirm your email address'))
    const proved = { actor: actor(stranger, own.stack.clock.now()), client }
    await own.stack.auth.startEmailChange(proved)
    own.stack.clock.advance(1)
    await own.stack.auth.requestPasswordReset({ client, email: email() })
    const reset = tokenIn(await mailTo('Reset your password'))

    const { accountId } = signedIn(await signIn(claims()))
    expect(accountId).to.not.equal(stranger)
    expect(await stored(accountId)).to.include({ email: email(), verified: true })
    expect(await stored(stranger)).to.not.have.any.keys('email', 'emailKey', 'emailChange', 'emailedTokens')
    const { account } = await own.stack.auth.getMe({ actor: actor(stranger) })
    expect(account).to.include({ email: undefined, verified: false })

    const login = own.stack.auth.login({ client, email: email(), password })
    expect(problems(await rejected(login))).to.have.length(2)
    expect((await rejected(own.stack.auth.register(request))).code).to.equal('IDEMPOTENCY_KEY_REUSED')
    const verify = own.stack.auth.verifyEmail({ client, token: verification, actor: undefined })
    expect(problems(await rejected(verify))).to.deep.equal(['token:INVALID_OR_EXPIRED_VERIFICATION_TOKEN'])
    const use = own.stack.auth.resetPassword({ client, token: reset, password: 'another one, kz7!' })
    expect(problems(await rejected(use))).to.deep.equal(['token:INVALID_OR_EXPIRED_RESET_TOKEN'])

    const mail = await mailTo('Your email address was removed from an account')
    expect(mail.text?.replace(/\s+/g, ' ')).to.contain('nobody confirmed the address')
    const event = await own.stack.audit.findOne({ accountId: stranger, type: 'account.email_release' })
    expect(event).to.include({ outcome: 'ok', address: null })
  })

  it('is one account, however often the person signs in at the same time', async () => {
    const stranger = await squat()
    const identity = claims()
    const callbacks = []
    for (let i = 0; i < 5; i++) callbacks.push(await callback(identity))
    const ids = await Promise.all(callbacks.map(async (each) => signedIn(await complete(each)).accountId))
    expect(new Set(ids)).to.have.property('size', 1)
    expect(ids).to.not.include(stranger)
    await mailTo('Your email address was removed from an account')
    expect(
      await own.stack.audit.countDocuments({ accountId: stranger, type: 'account.email_release' }),
    ).to.equal(1)
  })

  it('is not taken if provider or administrator do not prove it', async () => {
    const stranger = await squat()
    expect(await rejection(claims({ email_verified: undefined }))).to.equal(notLinkable)
    await configure({ ...allowed, autoProvision: false })
    expect(await rejection(claims())).to.equal(notLinkable)
    await configure({ allowedDomains: [] })
    expect(await rejection(claims())).to.equal(notLinkable)
    expect(await stored(stranger)).to.include({ email: email() })
  })

  it('is not taken from an administrator, nor from an account of another provider', async () => {
    expect(await rejection({ ...person(), email: own.email })).to.equal(notLinkable)
    const other = await squat()
    const sso = { issuer: 'https://other.example', subject: other }
    await own.stack.accounts.updateOne({ _id: other }, { $set: { sso } })
    expect(await rejection(claims())).to.equal(notLinkable)
  })

  it('is taken from an account that moved away from it, unless that had verified it', async () => {
    const stranger = await squat()
    const moved = `moved-${own.number}@gatehouse.test`
    const now = own.stack.clock.now()
    const moveAway = (wasVerified: boolean) =>
      own.stack.accounts.updateOne(
        { _id: stranger },
        {
          $set: {
            email: moved,
            emailKey: moved,
            verified: true,
            emailReverts: [
              {
                digest: 'digest',
                email: { address: email(), key: email() },
                wasVerified,
                changedAt: new Date(now),
                expiresAt: new Date(now + 60_000),
              },
            ],
          },
        },
      )
    const identity = claims()
    await moveAway(true)
    expect(await rejection(identity)).to.equal('email:EMAIL_ALREADY_IN_USE')
    await moveAway(false)
    expect(signedIn(await signIn(identity)).accountId).to.not.equal(stranger)
    expect(await stored(stranger)).to.include({ email: moved })
  })

  it('links an account that an operator imported with it', async () => {
    const { outcomes } = await own.stack.admin.importAccounts({
      accounts: [{ email: email(), passwordHash: bcrypt, verified: false, createdAt: undefined }],
    })
    const { accountId } = signedIn(await signIn(claims()))
    expect(accountId).to.equal(outcomes[0]?.accountId)
    expect(await stored(accountId)).to.include({ email: email(), verified: true })
    expect(await stored(accountId)).to.not.have.property('passwordHash')
  })
})
