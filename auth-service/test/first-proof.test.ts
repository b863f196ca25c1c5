import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { actor, client, password, problems, registration, signedInOf } from './auth-harness.ts'
import { useEmailChange } from './email-change-steps.ts'
import { useMails } from './mail-harness.ts'
import { hour } from './own-account.ts'
import { passkeyAccount } from './passkey-account.ts'
import { phoneAccount, smsEnv } from './phone-account.ts'
import { tokenIn } from './token-in.ts'
import { totpAccount } from './totp-account.ts'

const bcrypt = '$2b$04$YTvNhgHFieQNgf9TaSvdS.G3aXP/3xJBxd.dWpeHymGbwiKFdp2Q6'
const newPassword = 'another one, kz7!'
const removedText = /passkeys, second factors, the phone number and links to other accounts[^.]* were removed/

const env = { ...smsEnv, GATEHOUSE_IP_AUTHORIZATION: '0' }

/** What a stranger sets up who registered the address first. */
function plantedAccount(own: ReturnType<typeof useMails>['own']) {
  const app = totpAccount(own)
  const sms = phoneAccount(own)
  const keys = passkeyAccount(own)

  return {
    app,
    sms,
    keys,
    async plantEverything() {
      const authenticator = keys.newAuthenticator()
      await keys.add(authenticator)
      await app.enable()
      await sms.addPhone()
      await sms.enableSms()
      const sso = { issuer: 'https://idp.example', subject: own.id }
      await own.stack.accounts.updateOne({ _id: own.id }, { $set: { sso } })
      await own.stack.admin.setAdministrator({ id: own.id, administrator: true })
      return authenticator
    },
    stored: async () => own.stack.accounts.findOne({ _id: own.id }),
    async events() {
      const types = ['account.second_factor', 'account.phone', 'account.role', 'account.sso']
      const filter = { accountId: own.id, type: { $in: types } }
      const found = await own.stack.audit.find(filter).sort({ _id: 1 }).toArray()
      return found
        .filter(({ detail }) => detail.change !== 'added' && detail.change !== 'required')
        .map(({ type, detail }) => [type, detail])
    },
    eventsOfRemoval(by: 'reset' | 'revert') {
      const removed = { change: 'removed', by }
      return [
        ['account.role', { role: 'administrator' }],
        ['account.sso', { change: 'unlinked' }],
        ...['totp', 'sms', 'webauthn'].map((factor) => ['account.second_factor', { factor, ...removed }]),
        ['account.phone', removed],
        ['account.role', { role: 'none' }],
      ]
    },
    verifications: () => own.stack.audit.countDocuments({ accountId: own.id, type: 'account.verification' }),
  }
}

describe('the first reset of an address that nobody had proved', () => {
  const { own, received } = useMails(env)
  const { app, sms, keys, plantEverything, stored, events, eventsOfRemoval, verifications } =
    plantedAccount(own)
  beforeEach(() => own.stack.clock.advance(1))

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
    expect(await events()).to.have.deep.members(eventsOfRemoval('reset'))
    expect(await verifications()).to.equal(1)
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

  it('ends a sign-in that waits for a planted second factor', async () => {
    const { secret } = await app.enable()
    const ticket = await app.ticket()
    signedInOf(await reset())
    expect(await app.rejection(ticket, app.codeOf(secret))).to.deep.equal(['ticket:SESSION_TIMEOUT'])
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

describe('Auth.GetPasswordReset', () => {
  const { own, received } = useMails(env)
  const info = (token: string) => own.stack.auth.getPasswordReset({ token })
  const rejection = async (token: string) => problems(await rejected(info(token)))
  const unknown = ['token:INVALID_OR_EXPIRED_RESET_TOKEN']
  const mailedToken = async () => {
    own.stack.clock.advance(1)
    const resets = () => received().filter(({ subject }) => subject === 'Reset your password')
    const before = resets().length
    await own.stack.auth.requestPasswordReset({ client, email: own.email })
    await until(() => expect(resets()).to.have.length(before + 1))
    return tokenIn(resets().at(-1))
  }

  it('names the account and what the reset removes, and changes nothing', async () => {
    const token = await mailedToken()
    const { email, username } = (await own.stack.accounts.findOne({ _id: own.id })) ?? {}
    const expected = { email, username, removesCredentials: true }
    for (let i = 0; i < 3; i += 1) expect(await info(token)).to.deep.equal(expected)
    signedInOf(await own.stack.auth.resetPassword({ client, token, password: newPassword }))
    expect(await rejection(token)).to.deep.equal(unknown)
    expect(await info(await mailedToken())).to.deep.equal({ ...expected, removesCredentials: false })
  })

  it('rejects unknown, replaced and expired tokens alike', async () => {
    const [replaced, token] = [await mailedToken(), await mailedToken()]
    for (const each of ['', 'x', 'x'.repeat(257), replaced])
      expect(await rejection(each)).to.deep.equal(unknown)
    own.stack.clock.advance(hour)
    expect(await rejection(token)).to.deep.equal(unknown)
  })

  it('rejects the token of an account that was suspended since, as the reset does', async () => {
    const token = await mailedToken()
    await own.stack.admin.disableAccount({ id: own.id })
    expect(await rejection(token)).to.deep.equal(unknown)
  })
})

describe('the revert to an address that nobody had proved', () => {
  const change = useEmailChange(env)
  const { own, changeTo, revert, problemsOf } = change
  const { app, keys, plantEverything, stored, events, eventsOfRemoval, verifications } = plantedAccount(own)
  const address = (name: string) => `${name}-${own.number}@gatehouse.test`
  const register = (email: string) => own.stack.register({ email, password })
  const revertMail = async (to: string) =>
    (await change.newestTo(to, /The change was reverted/)).text?.replace(/\s+/g, ' ')
  beforeEach(() => own.stack.clock.advance(1))

  it('removes everything that was set up before the change, and signs in', async () => {
    const authenticator = await plantEverything()
    const token = await changeTo(address('thief'))
    expect(signedInOf(await revert(token, newPassword)).accountId).to.equal(own.id)
    expect(await stored()).to.deep.include({ email: own.email, verified: true })
    expect(await stored()).to.not.have.any.keys('phone', 'sso', 'administrator', 'emailChange')
    expect(JSON.stringify(await stored())).not.to.match(/sealedSecret|backupCodes|requirePasskey|publicKey/)
    expect((await rejected(keys.signIn(authenticator))).code).to.equal('PASSKEY_AUTHENTICATION_FAILED')
    expect(await events()).to.deep.include.members(eventsOfRemoval('revert'))
    expect(await verifications()).to.equal(1)
    for (const to of [own.email, address('thief')]) expect(await revertMail(to)).to.match(removedText)
  })

  it('removes what was set up at an address in between that was proved', async () => {
    const token = await changeTo(address('b'))
    await app.enable()
    await changeTo(address('c'))
    expect(signedInOf(await revert(token, newPassword)).accountId).to.equal(own.id)
  })

  it('removes only what is newer where the address was proved', async () => {
    await change.verified()
    await plantEverything()
    own.stack.clock.advance(1)
    const token = await changeTo(address('thief'))
    expect((await revert(token, newPassword)).outcome?.$case).to.equal('mfaRequired')
    expect(await stored()).to.include.keys('phone', 'administrator')
    expect(await verifications()).to.equal(0)
    expect(await revertMail(own.email)).not.to.match(removedText)
  })

  it('is as before for a change that an older version stored', async () => {
    await app.enable()
    const token = await changeTo(address('thief'))
    await own.stack.accounts.updateOne({ _id: own.id }, { $unset: { 'emailReverts.0.wasVerified': 1 } })
    expect(await problemsOf(register(own.email))).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
    expect((await revert(token, newPassword)).outcome?.$case).to.equal('mfaRequired')
  })

  it('reserves no address: its owner can register, import or change to it, and the link is then void', async () => {
    const { email } = own
    const token = await changeTo(address('thief'))
    expect((await register(email)).length).to.be.above(0)
    expect(await problemsOf(revert(token, newPassword))).to.deep.equal([
      'token:INVALID_OR_EXPIRED_REVERT_TOKEN',
    ])
    expect((await stored())?.email).to.equal(address('thief'))
  })

  it('reserves no address of an import', async () => {
    const { email } = own
    await changeTo(address('thief'))
    const { outcomes } = await own.stack.admin.importAccounts({
      accounts: [{ email, passwordHash: bcrypt, verified: true, createdAt: undefined }],
    })
    expect(outcomes[0]?.problems).to.deep.equal([])
  })
})
