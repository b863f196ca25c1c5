import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { actor, client, registration, signedInOf } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { passkeyAccount } from './passkey-account.ts'
import { phoneAccount, smsEnv } from './phone-account.ts'
import { tokenIn } from './token-in.ts'
import { totpAccount } from './totp-account.ts'

const newPassword = 'another one, kz7!'
const removedText = /passkeys, second factors, the phone number and links to other accounts[^.]* were removed/

describe('the first reset of an address that nobody had proved', () => {
  const { own, received } = useMails({ ...smsEnv, GATEHOUSE_IP_AUTHORIZATION: '0' })
  const app = totpAccount(own)
  const sms = phoneAccount(own)
  const keys = passkeyAccount(own)
  beforeEach(() => own.stack.clock.advance(1))

  const stored = async () => own.stack.accounts.findOne({ _id: own.id })
  const me = async () => (await own.stack.auth.getMe({ actor: actor(own.id) })).account
  const resets = () => received().filter(({ subject }) => subject === 'Reset your password')
  async function mailedToken(): Promise<string> {
    own.stack.clock.advance(1)
    const before = resets().length
    await own.stack.auth.requestPasswordReset({ client, email: own.email })
    await until(() => resets().length > before)
    return tokenIn(resets().at(-1))
  }
  const reset = async () =>
    own.stack.auth.resetPassword({ client, token: await mailedToken(), password: newPassword })
  /** The text of the mail about the reset, without line breaks. */
  const changeMail = () =>
    until(() => {
      const mail = received().find(({ subject }) => subject === 'Your password was changed')
      if (!mail?.text) throw new Error('No mail yet.')
      return mail.text.replace(/\s+/g, ' ')
    })
  const events = async () =>
    (
      await own.stack.audit
        .find({
          accountId: own.id,
          type: { $in: ['account.second_factor', 'account.phone', 'account.role', 'account.sso'] },
        })
        .sort({ _id: 1 })
        .toArray()
    )
      .filter(({ detail }) => detail.change !== 'added' && detail.change !== 'required')
      .map(({ type, detail }) => [type, detail])

  /** What a stranger sets up who registered the address first. */
  async function plantEverything() {
    const authenticator = keys.newAuthenticator()
    await keys.add(authenticator)
    await app.enable()
    await sms.addPhone()
    await sms.enableSms()
    const sso = { issuer: 'https://idp.example', subject: 'stranger' }
    await own.stack.accounts.updateOne({ _id: own.id }, { $set: { sso } })
    await own.stack.admin.setAdministrator({ id: own.id, administrator: true })
    return authenticator
  }

  it('removes everything that was set up before, verifies the address, and signs in', async () => {
    const authenticator = await plantEverything()
    const { accountId } = signedInOf(await reset())
    expect(accountId).to.equal(own.id)
    expect(await me()).to.deep.include({
      verified: true,
      mfaEnabled: false,
      authenticatorTypes: [],
      phone: undefined,
    })
    expect(await stored()).to.not.have.any.keys('phone', 'sso', 'administrator', 'emailChange')
    expect(JSON.stringify(await stored())).not.to.match(/sealedSecret|backupCodes|requirePasskey|publicKey/)
    expect((await rejected(keys.signIn(authenticator))).code).to.equal('PASSKEY_AUTHENTICATION_FAILED')
    const removed = { change: 'removed', by: 'reset' }
    expect(await events()).to.have.deep.members([
      ['account.role', { role: 'administrator' }],
      ['account.sso', { change: 'unlinked' }],
      ['account.second_factor', { factor: 'totp', ...removed }],
      ['account.second_factor', { factor: 'sms', ...removed }],
      ['account.second_factor', { factor: 'webauthn', ...removed }],
      ['account.phone', removed],
      ['account.role', { role: 'none' }],
    ])
    expect(
      await own.stack.audit.countDocuments({ accountId: own.id, type: 'account.verification' }),
    ).to.equal(1)
    expect(await changeMail()).to.match(removedText)
  })

  for (const [what, plant] of [
    ['a passkey', async () => void (await keys.add(keys.newAuthenticator()))],
    ['an authenticator app', async () => void (await app.enable())],
    ['a secret that was not confirmed', async () => void (await own.stack.auth.setUpTotp(app.proved()))],
    ['a phone number', () => sms.addPhone()],
  ] as const) {
    it(`removes ${what} alone`, async () => {
      await plant()
      expect(signedInOf(await reset()).accountId).to.equal(own.id)
      expect(JSON.stringify(await stored())).not.to.match(/sealedSecret|backupCodes|publicKey|"phone"/)
    })
  }

  it('ends a sign-in with a passkey that is under way', async () => {
    const authenticator = await plantEverything()
    const token = await mailedToken()
    own.stack.sessions.beforeCreate = async () => {
      own.stack.sessions.beforeCreate = async () => {}
      await own.stack.auth.resetPassword({ client, token, password: newPassword })
    }
    expect((await rejected(keys.signIn(authenticator))).code).to.equal('SERVICE_UNAVAILABLE')
  })

  it('ends the Idempotency-Key of the registration', async () => {
    const request = { ...registration({ email: 'repeated@gatehouse.test' }), idempotencyKey: 'k'.repeat(32) }
    const { signedIn } = await own.stack.auth.register(request)
    Object.assign(own, { id: signedIn?.accountId, email: 'repeated@gatehouse.test' })
    signedInOf(await reset())
    expect((await rejected(own.stack.auth.register(request))).code).to.equal('IDEMPOTENCY_KEY_REUSED')
  })

  it('removes nothing of an address that was verified', async () => {
    await own.stack.accounts.updateOne({ _id: own.id }, { $set: { verified: true } })
    await plantEverything()
    const { outcome } = await reset()
    expect(outcome?.$case).to.equal('mfaRequired')
    expect(await stored()).to.include.keys('phone', 'sso', 'administrator')
    expect(await changeMail()).not.to.match(removedText)
  })

  it('is the first one only', async () => {
    signedInOf(await reset())
    await app.enable()
    expect((await reset()).outcome?.$case).to.equal('mfaRequired')
  })
})
