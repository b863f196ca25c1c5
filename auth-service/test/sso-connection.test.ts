import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import type { JWTPayload } from 'jose'
import { actor, client, password, problems, signedInOf } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { minute } from './own-account.ts'
import { passkeyAccount } from './passkey-account.ts'
import { signedIn, ssoEnv, useSsoWith } from './sso-harness.ts'
import { tokenIn } from './token-in.ts'
import { totpAccount } from './totp-account.ts'

describe('an account that its owner connects to the identity provider', () => {
  const mails = useMails({ ...ssoEnv, GATEHOUSE_IP_AUTHORIZATION: '0' })
  const { own, idp, configure, start, complete, signIn, person } = useSsoWith(mails)
  const keys = passkeyAccount(own)
  const app = totpAccount(own)
  const stored = async () => own.stack.accounts.findOne({ _id: own.id })
  const proved = (id = own.id) => ({
    actor: { ...actor(id, own.stack.clock.now()), provedWithSecondFactor: true },
    client,
  })
  const seconds = () => Math.floor(own.stack.clock.now() / 1000)
  const begin = (id = own.id) => own.stack.sso.startConnection(proved(id))
  const callback = async (claims: JWTPayload, id = own.id) =>
    idp.provider.signIn((await begin(id)).authorizationUrl, { auth_time: seconds(), ...claims })
  const finish = (returned: { code: string; state: string }, id = own.id) =>
    own.stack.sso.completeConnection({ ...proved(id), ...returned })
  const connect = async (claims: JWTPayload, id = own.id) => finish(await callback(claims, id), id)
  const failure = async (claims: JWTPayload, id = own.id) => {
    const error = await rejected(connect(claims, id))
    return error.code === 'INVALID_FORM_BODY' ? problems(error).join() : error.code
  }
  const disconnect = () => own.stack.sso.disconnect(proved())
  const lastEvent = async () => {
    const [event] = await own.stack.audit.find({ type: 'account.sso' }).sort({ _id: -1 }).limit(1).toArray()
    return [event?.accountId, event?.detail]
  }
  const subjects = () => mails.received().map(({ subject }) => subject)
  const received = (subject: string) =>
    until(() => {
      const mail = mails.received().find((each) => each.subject === subject)
      if (!mail?.text) throw new Error('No mail yet.')
      return mail
    })

  beforeEach(async () => {
    own.stack.clock.advance(1)
    await configure({ displayName: 'Example Corp' })
  })

  it('keeps everything else, and its owner is told', async () => {
    await keys.add(keys.newAuthenticator())
    await app.enable()
    const before = await stored()
    const one = person()
    await connect(one)
    const link = { issuer: idp.provider.issuer, subject: one.sub, own: true }
    expect(await stored()).to.deep.equal({ ...before, sso: link })
    expect(own.stack.sessions.revokedAll.filter(({ accountId }) => accountId === own.id)).to.deep.equal([])
    expect(await lastEvent()).to.deep.equal([own.id, { change: 'linked', by: 'owner' }])
    const { text } = await received('Your account was connected to your identity provider')
    expect(text?.replace(/\s+/g, ' ')).to.contain('connected it to Example Corp')
  })

  it('can be used with the provider, whatever the address there, and still asks for its second factor', async () => {
    const one = person()
    await connect({ ...one, email_verified: false })
    expect(signedIn(await signIn(one)).accountId).to.equal(own.id)
    await app.enable()
    expect((await signIn(one)).outcome?.$case).to.equal('mfaRequired')
  })

  it('still has a password and an address of its own to change, reset and verify', async () => {
    await connect(person())
    const change = { ...proved(), account: {}, updateMask: [], password, newPassword: 'another one, kz7!' }
    await own.stack.auth.updateMe(change)
    own.stack.clock.advance(1)
    await own.stack.auth.startEmailChange(proved())
    await own.stack.auth.requestPasswordReset({ client, email: own.email })
    const mail = await received('Reset your password')
    const reset = { client, token: tokenIn(mail), password: 'a third one, kz7!' }
    expect((await own.stack.auth.resetPassword(reset)).outcome?.$case).to.equal('signedIn')
  })

  it('can be disconnected while another way to sign in is left', async () => {
    const one = person()
    await connect(one)
    await disconnect()
    expect(await stored()).to.not.have.property('sso')
    expect(await lastEvent()).to.deep.equal([own.id, { change: 'unlinked', by: 'owner' }])
    await received('Your account was disconnected from your identity provider')
    expect(signedIn(await signIn(one)).accountId).not.to.equal(own.id)
    await disconnect()
    signedInOf(await own.stack.auth.login({ client, email: own.email, password }))
  })

  describe('after a sign-in could not link it', () => {
    const listed = { allowedDomains: ['gatehouse.test'] }
    const causes = {
      'The identity provider does not say whether it is verified.': {
        settings: listed,
        claims: { email_verified: undefined },
      },
      'Its domain is not listed for single sign-on.': {},
      'The account never verified it.': { settings: listed, stored: { verified: false } },
      'The account has a second factor.': {
        settings: listed,
        prepare: async () => void (await app.enable()),
      },
    }
    type Cause = { settings?: object; claims?: object; stored?: object; prepare?: () => Promise<void> }

    for (const [cause, { settings = {}, claims = {}, stored: fields = {}, prepare }] of Object.entries<Cause>(
      causes,
    ))
      for (const enforced of prepare ? [false] : [false, true])
        it(`takes the next step${enforced ? ' while it is enforced' : ''}: ${cause}`, async () => {
          await own.stack.accounts.updateOne({ _id: own.id }, { $set: { verified: true, ...fields } })
          await prepare?.()
          await configure({ ...settings, enforced })
          const one = { ...person(), email: own.email, ...claims }
          const [problem] = (await rejected(signIn(one))).fields
          const step = enforced
            ? 'Ask an administrator.'
            : 'Sign in to it another way, then connect it to the identity provider.'
          const message = `An account has this address and cannot be linked. ${cause} ${step}`
          expect(problem).to.deep.equal({ path: 'email', code: 'EMAIL_NOT_LINKABLE_TO_SSO', message })
          if (enforced) await own.stack.admin.setSsoLink({ id: own.id, subject: one.sub })
          else {
            const { outcome } = await own.stack.auth.login({ client, email: own.email, password })
            expect(outcome?.$case).to.equal(prepare ? 'mfaRequired' : 'signedIn')
            await connect(one)
          }
          expect((await stored())?.sso?.subject).to.equal(one.sub)
          expect((await signIn(one)).outcome?.$case).to.equal(prepare ? 'mfaRequired' : 'signedIn')
        })
  })

  describe('if that is the only way to sign in', () => {
    beforeEach(async () => {
      await connect(person())
      await own.stack.accounts.updateOne({ _id: own.id }, { $unset: { passwordHash: 1 } })
      expect((await rejected(disconnect())).code).to.equal('SSO_IS_ONLY_SIGN_IN')
    })

    it('stays connected until it has a passkey', async () => {
      await keys.add(keys.newAuthenticator())
      await disconnect()
    })

    it('stays connected until a reset sets a password', async () => {
      await own.stack.auth.requestPasswordReset({ client, email: own.email })
      const token = tokenIn(await received('Reset your password'))
      await own.stack.auth.resetPassword({ client, token, password })
      await disconnect()
    })
  })

  it('proves who its owner is with a passkey where nothing else is left', async () => {
    const authenticator = keys.newAuthenticator()
    await keys.add(authenticator)
    await own.stack.accounts.updateOne({ _id: own.id }, { $unset: { passwordHash: 1 } })
    const stale = { actor: actor(own.id), client }
    const error = await rejected(own.stack.auth.assertStepUp(stale))
    expect([error.code, error.data]).to.deep.equal([
      'SUDO_MODE_REQUIRED',
      { has_mfa: false, methods: ['webauthn'] },
    ])
    const { optionsJson } = await own.stack.auth.startPasskeyStepUp({ actor: stale.actor })
    const { challenge } = JSON.parse(optionsJson)
    const responseJson = authenticator.assert(challenge)
    const secondFactor = { method: AuthenticatorType.WEBAUTHN, code: '', challenge, responseJson }
    await own.stack.auth.assertStepUp({ ...stale, secondFactor })
  })

  it('is offered a sign-in there as a proof only while that is possible', async () => {
    await connect(person())
    const methods = async () => {
      const { data } = await rejected(own.stack.auth.assertStepUp({ actor: actor(own.id), client }))
      return data?.methods
    }
    expect(await methods()).to.deep.equal(['password', 'sso'])
    await own.stack.admin.disableSso({})
    expect(await methods()).to.deep.equal(['password'])
  })

  it('is connected again without a second mail', async () => {
    const one = person()
    await connect(one)
    await received('Your account was connected to your identity provider')
    await connect(one)
    const told = subjects().filter((subject) => subject?.includes('was connected'))
    expect(told).to.have.length(1)
  })

  it('that never verified its address loses it to whoever proves it all the same', async () => {
    await configure({ allowedDomains: ['gatehouse.test'] })
    await own.stack.admin.setAdministrator({ id: own.id, administrator: false })
    await connect({ ...person(), email: 'somebody-else@gatehouse.test' })
    const owner = { ...person(), email: own.email }
    expect(signedIn(await signIn(owner)).accountId).not.to.equal(own.id)
    expect(await stored()).to.not.have.property('email')
  })

  describe('is not connected', () => {
    it('to a person who signs in to another account, or to two', async () => {
      const [one, other] = [person(), person()]
      await connect(one)
      expect(await failure(other)).to.equal('sso:SSO_ALREADY_CONNECTED')
      const stranger = await own.stack.register({ email: `stranger-${own.number}@gatehouse.test`, password })
      expect(await failure(one, stranger)).to.equal('sso:SSO_IDENTITY_ALREADY_IN_USE')
      expect(signedIn(await signIn(one)).accountId).to.equal(own.id)
      await disconnect()
      await connect(other)
    })

    it('by a session that did not start it', async () => {
      const returned = await callback(person())
      const stranger = await own.stack.register({ email: `thief-${own.number}@gatehouse.test`, password })
      const otherSession = { ...proved().actor, sessionIdHash: 'b'.repeat(43) }
      for (const attempt of [
        () => finish(returned, stranger),
        async () => finish(await callback(person(), stranger)),
        async () =>
          own.stack.sso.completeConnection({ client, ...(await callback(person())), actor: otherSession }),
      ])
        expect(problems(await rejected(attempt()))).to.deep.equal(['state:INVALID_OR_EXPIRED_SSO_STATE'])
    })

    it('by the callback of a sign-in, and its own callback signs nobody in', async () => {
      const begun = await start({ freshSignIn: true })
      const returned = await idp.provider.signIn(begun.authorizationUrl, person())
      const invalid = ['state:INVALID_OR_EXPIRED_SSO_STATE']
      expect(problems(await rejected(finish(returned)))).to.deep.equal(invalid)
      for (const fromBrowser of [false, true]) {
        const connecting = await callback(person())
        expect(problems(await rejected(complete({ ...connecting, fromBrowser })))).to.deep.equal(invalid)
      }
    })

    it('twice with one state, after ten minutes, or after the settings changed', async () => {
      const invalid = ['state:INVALID_OR_EXPIRED_SSO_STATE']
      const once = await callback(person())
      await finish(once)
      expect(problems(await rejected(finish(once)))).to.deep.equal(invalid)
      const late = await callback(person())
      own.stack.clock.advance(10 * minute)
      expect(problems(await rejected(finish(late)))).to.deep.equal(invalid)
      const earlier = await callback(person())
      await configure({ displayName: 'Another' })
      expect(problems(await rejected(finish(earlier)))).to.deep.equal(invalid)
    })

    it('without a new sign-in at the provider', async () => {
      const url = new URL((await begin()).authorizationUrl)
      expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).to.deep.equal(['login', '0'])
      expect(await failure({ ...person(), auth_time: seconds() - 301 })).to.equal(
        'id_token:INVALID_SSO_TOKEN',
      )
      await connect({ ...person(), auth_time: undefined })
    })

    it('without a recent proof of its owner', async () => {
      const error = await rejected(own.stack.sso.startConnection({ actor: actor(own.id), client }))
      expect(error.code).to.equal('SUDO_MODE_REQUIRED')
      await connect(person())
      const removal = own.stack.sso.disconnect({ actor: actor(own.id), client })
      expect((await rejected(removal)).code).to.equal('SUDO_MODE_REQUIRED')
    })

    it('after its session ended while the provider was asked', async () => {
      const returned = await callback(person())
      own.stack.sessions.ended.add(proved().actor.sessionIdHash)
      const error = await rejected(finish(returned)).finally(() => own.stack.sessions.ended.clear())
      expect(error.code).to.equal('UNAUTHORIZED')
      expect(await stored()).to.not.have.property('sso')
    })

    it('for an address of a domain that may not sign in', async () => {
      await configure({ allowedDomains: ['example.org'] })
      expect(await failure(person())).to.equal('email:EMAIL_DOMAIN_NOT_ALLOWED_FOR_SSO')
    })

    it('if the person cancelled', async () => {
      const { state } = await begin()
      const cancelled = own.stack.sso.completeConnection({
        ...proved(),
        code: '',
        state,
        error: 'access_denied',
      })
      expect(problems(await rejected(cancelled))).to.deep.equal(['error:SSO_ACCESS_DENIED'])
    })

    it('if the provider linked it, which cannot be disconnected either', async () => {
      await own.stack.accounts.updateOne({ _id: own.id }, { $set: { verified: true } })
      await configure({ allowedDomains: ['gatehouse.test'] })
      const begun = await callback({ ...person(), email: 'other@gatehouse.test' })
      await signIn({ ...person(), email: own.email })
      expect((await rejected(begin())).code).to.equal('MANAGED_BY_SSO')
      expect((await rejected(finish(begun))).code).to.equal('MANAGED_BY_SSO')
      expect((await rejected(disconnect())).code).to.equal('MANAGED_BY_SSO')
    })

    it('while single sign-on is off, and not disconnected while it is enforced', async () => {
      await connect(person())
      await configure({ enforced: true })
      expect((await rejected(disconnect())).code).to.equal('SSO_REQUIRED')
      await own.stack.admin.disableSso({})
      expect((await rejected(begin())).code).to.equal('FEATURE_TEMPORARILY_DISABLED')
      await disconnect()
    })
  })
})
