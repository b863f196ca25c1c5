import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { actor, client, password, problems, registration, signedInOf } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { passkeyAccount } from './passkey-account.ts'
import { phoneAccount, smsEnv } from './phone-account.ts'
import { signedIn, ssoEnv, useSsoWith } from './sso-harness.ts'
import { tokenIn } from './token-in.ts'
import { totpAccount } from './totp-account.ts'

const newPassword = 'another one, kz7!'

describe('an account that a sign-in with an identity provider links', () => {
  const mails = useMails({ ...ssoEnv, ...smsEnv, GATEHOUSE_IP_AUTHORIZATION: '0' })
  const { own, configure, signIn, rejection, person } = useSsoWith(mails)
  const app = totpAccount(own)
  const sms = phoneAccount(own)
  const keys = passkeyAccount(own)
  const allowed = { allowedDomains: ['gatehouse.test'], displayName: 'Example Corp' }
  const claims = () => ({ ...person(), email: own.email })
  const stored = async () => own.stack.accounts.findOne({ _id: own.id })
  const verify = () => own.stack.accounts.updateOne({ _id: own.id }, { $set: { verified: true } })
  const login = () => own.stack.auth.login({ client, email: own.email, password })
  const linkMail = () =>
    until(() => {
      const subject = 'Your account was linked to your identity provider'
      const mail = mails.received().find((each) => each.subject === subject)
      if (!mail?.text) throw new Error('No mail yet.')
      return mail.text.replace(/\s+/g, ' ')
    })
  const events = async () => {
    const records = await own.stack.audit.find({ accountId: own.id }).sort({ _id: 1 }).toArray()
    return records
      .filter(({ detail }) => detail.by === 'sso' || detail.change === 'linked')
      .map(({ type, detail: { by: _, ...detail } }) => [type, detail])
  }

  beforeEach(async () => {
    own.stack.clock.advance(1)
    await verify()
    await configure(allowed)
  })
  afterEach(() => {
    own.stack.sessions.beforeCreate = async () => {}
    own.stack.sessions.beforeRevokeAll = async () => {}
  })

  it('loses its sessions, password, passkeys and phone number, and its owner gets a list of them', async () => {
    const authenticator = keys.newAuthenticator()
    await keys.add(authenticator)
    await sms.addPhone()
    const { deviceToken } = signedInOf(await login())
    await own.stack.auth.requestPasswordReset({ client, email: own.email })
    const resets = () => mails.received().filter(({ subject }) => subject === 'Reset your password')
    await until(() => expect(resets()).to.have.length(1))
    expect(signedIn(await signIn(claims())).accountId).to.equal(own.id)

    expect(own.stack.sessions.revokedAll.at(-1)).to.include({ accountId: own.id, exceptIdHash: undefined })
    expect(await stored()).to.not.have.any.keys('passwordHash', 'phone')
    expect(await stored()).to.include({ administrator: true, verified: true })
    expect(JSON.stringify(await stored())).not.to.contain('publicKey')
    expect(problems(await rejected(login()))).to.have.length(2)
    const known = own.stack.auth.login({ client, email: own.email, password, deviceToken })
    expect(problems(await rejected(known))).to.have.length(2)
    expect((await rejected(keys.signIn(authenticator))).code).to.equal('PASSKEY_AUTHENTICATION_FAILED')
    const reset = own.stack.auth.resetPassword({ client, token: tokenIn(resets()[0]), password: newPassword })
    expect(problems(await rejected(reset))).to.deep.equal(['token:INVALID_OR_EXPIRED_RESET_TOKEN'])
    expect(await events()).to.deep.equal([
      ['account.sso', { change: 'linked' }],
      ['account.password_change', {}],
      ['account.second_factor', { factor: 'webauthn', change: 'removed' }],
      ['account.phone', { change: 'removed' }],
    ])
    const mail = await linkMail()
    expect(mail).to.contain('Somebody signed in with Example Corp')
    expect(mail).to.contain('Removed from the account: the password, passkeys, and the phone number.')
    expect(mail).not.to.contain('change your password')
  })

  it('gets a password again by a reset once single sign-on is disabled', async () => {
    await signIn(claims())
    await own.stack.admin.disableSso({})
    own.stack.clock.advance(1)
    await own.stack.auth.requestPasswordReset({ client, email: own.email })
    const mail = await until(() => {
      const found = mails.received().findLast(({ subject }) => subject === 'Reset your password')
      if (!found) throw new Error('No mail yet.')
      return found
    })
    await own.stack.auth.resetPassword({ client, token: tokenIn(mail), password: newPassword })
    signedInOf(await own.stack.auth.login({ client, email: own.email, password: newPassword }))
  })

  it('is linked when a sign-in with its password ends, which then fails', async () => {
    own.stack.sessions.beforeCreate = async () => {
      own.stack.sessions.beforeCreate = async () => {}
      await signIn(claims())
    }
    expect((await rejected(login())).code).to.equal('SERVICE_UNAVAILABLE')
  })

  it('does not answer the Idempotency-Key of its registration any more', async () => {
    const email = `repeated-${own.number}@gatehouse.test`
    const request = { ...registration({ email }), idempotencyKey: 'k'.repeat(32) }
    const { signedIn: registered } = await own.stack.auth.register(request)
    Object.assign(own, { id: registered?.accountId, email })
    await verify()
    own.stack.clock.advance(1)
    await signIn(claims())
    expect((await rejected(own.stack.auth.register(request))).code).to.equal('IDEMPOTENCY_KEY_REUSED')
  })

  it('ends its sessions later if they cannot be ended now', async () => {
    const identity = claims()
    own.stack.sessions.beforeRevokeAll = async () => {
      throw new Error('unavailable')
    }
    expect(await rejection(identity)).to.equal('SERVICE_UNAVAILABLE')
    expect((await stored())?.pendingRevocations).to.have.length(1)
    expect(await stored()).to.not.have.property('passwordHash')
    own.stack.sessions.beforeRevokeAll = async () => {}
    expect(signedIn(await signIn(identity)).accountId).to.equal(own.id)
  })

  for (const [what, add] of [
    ['an authenticator app', async () => void (await app.enable())],
    [
      'a required passkey',
      async () => {
        await keys.add(keys.newAuthenticator())
        const { actor: owner, client: of } = keys.proved()
        await own.stack.auth.setPasskeyRequirement({
          actor: owner,
          client: of,
          required: true,
          endOtherSessions: false,
        })
      },
    ],
  ] as const) {
    it(`is not linked beside ${what}, unless single sign-on is enforced`, async () => {
      await add()
      const before = await stored()
      const { revokedAll } = own.stack.sessions
      revokedAll.length = 0
      expect(await rejection(claims())).to.equal('email:EMAIL_NOT_LINKABLE_TO_SSO')
      expect(await stored()).to.deep.equal(before)
      expect(revokedAll).to.deep.equal([])
      await configure({ ...allowed, enforced: true })
      expect(signedIn(await signIn(claims())).accountId).to.equal(own.id)
      expect((await own.stack.auth.getMe({ actor: actor(own.id) })).account?.mfaEnabled).to.equal(false)
      expect(JSON.stringify(await stored())).not.to.match(/sealedSecret|backupCodes|requirePasskey|publicKey/)
    })
  }
})
