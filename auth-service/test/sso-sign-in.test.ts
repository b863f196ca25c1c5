import { secretDigest } from '@gatehouse/auth-service/accounts/emailed-token'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { expect } from 'chai'
import { actor, client, password, problems } from './auth-harness.ts'
import { tokenOf } from './fake-upstreams.ts'
import { minute } from './own-account.ts'
import { signedIn, useSso } from './sso-harness.ts'

describe('sign-in with an identity provider', () => {
  const { own, idp, configure, start, complete, callback, signIn, rejection, login, person } = useSso()
  const verify = () => own.stack.accounts.updateOne({ _id: own.id }, { $set: { verified: true } })
  const ownPerson = () => ({ ...person(), email: own.email })
  /** Account id or error of each of five sign-ins at the same time. */
  const accountsOf = async (claims: ReturnType<typeof person>) => {
    const callbacks = []
    for (let i = 0; i < 5; i++) callbacks.push(await callback(claims))
    return Promise.all(
      callbacks.map((each) =>
        complete(each).then(
          (response) => signedIn(response).accountId,
          (error: ServiceError) => problems(error).join() || error.code,
        ),
      ),
    )
  }

  describe('start', () => {
    it('is not available without an enabled provider', async () => {
      await configure({ enabled: false })
      for (const call of [() => start(), () => complete({})])
        expect((await rejected(call())).code).to.equal('FEATURE_TEMPORARILY_DISABLED')
    })

    it('sends state, nonce and an S256 challenge, new each time', async () => {
      const [one, two] = [await start(), await start()]
      const { searchParams } = new URL(one.authorizationUrl)
      expect(Object.fromEntries(searchParams)).to.include({
        response_type: 'code',
        client_id: 'gatehouse',
        redirect_uri: one.redirectUri,
        scope: 'openid email profile',
        state: one.state,
        code_challenge_method: 'S256',
      })
      for (const name of ['state', 'nonce', 'code_challenge']) {
        expect(searchParams.get(name)).to.match(/^[\w-]{43}$/)
        expect(searchParams.get(name)).to.not.equal(new URL(two.authorizationUrl).searchParams.get(name))
      }
      expect(one.authorizationUrl).to.not.contain('max_age')
    })

    it('is unavailable while the provider is, and names wrong settings', async () => {
      idp.provider.behaviour.replies = { '/.well-known/openid-configuration': { status: 503 } }
      expect((await rejected(start())).code).to.equal('SERVICE_UNAVAILABLE')
      idp.provider.behaviour.replies = { '/.well-known/openid-configuration': { status: 404 } }
      expect(problems(await rejected(start()))).to.deep.equal(['sso:SSO_MISCONFIGURED'])
    })
  })

  describe('state', () => {
    const invalid = ['state:INVALID_OR_EXPIRED_SSO_STATE']
    it('is accepted once, for ten minutes, and not after the settings changed', async () => {
      const first = await callback(person())
      await complete(first)
      expect(problems(await rejected(complete(first)))).to.deep.equal(invalid)
      const late = await callback(person())
      own.stack.clock.advance(10 * minute)
      expect(problems(await rejected(complete(late)))).to.deep.equal(invalid)
      const changed = await callback(person())
      await configure({ displayName: 'Other' })
      expect(problems(await rejected(complete(changed)))).to.deep.equal(invalid)
      expect(problems(await rejected(complete({ code: 'a', state: 'unknown' })))).to.deep.equal(invalid)
    })

    it('belongs to the browser that started, and is lost if another one presents it', async () => {
      for (const [started, completed] of [
        [true, false],
        [false, true],
        [true, true],
      ] as const) {
        const { authorizationUrl } = await start({ fromBrowser: started })
        const response = idp.provider.signIn(authorizationUrl, person())
        const other = await start({ fromBrowser: true })
        const attempt = { ...response, fromBrowser: completed, verifier: other.verifier }
        expect(problems(await rejected(complete(attempt)))).to.deep.equal(invalid)
        expect(problems(await rejected(complete(response)))).to.deep.equal(invalid)
      }
      const { authorizationUrl, verifier } = await start({ fromBrowser: true })
      const response = idp.provider.signIn(authorizationUrl, person())
      await complete({ ...response, fromBrowser: true, verifier })
    })

    it('is completed by one of several requests', async () => {
      const response = await callback(person())
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => complete(response)))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1)
    })
  })

  describe('account', () => {
    it('is created once, with the name of the person, and found by issuer and subject', async () => {
      const claims = { ...person(), name: 'Ada Lovelace' }
      const first = signedIn(await signIn(claims))
      const { account } = await own.stack.auth.getMe({ actor: actor(first.accountId) })
      expect(account).to.include({ email: claims.email, verified: true })
      expect(account?.user).to.include({ username: 'Ada_Lovelace', globalName: 'Ada Lovelace' })
      const again = await signIn({ ...claims, email: 'renamed@example.com' })
      expect(signedIn(again).accountId).to.equal(first.accountId)
      const other = await rejection({ ...person(), email: claims.email })
      expect(other).to.equal('email:SSO_IDENTITY_MISMATCH')
    })

    it('is one account, however often the person signs in at the same time', async () => {
      const claims = person()
      expect(new Set(await accountsOf(claims)).size).to.equal(1)
    })

    it('is linked for every sign-in of the person at the same time', async () => {
      await configure({ allowedDomains: ['gatehouse.test'] })
      await verify()
      expect(new Set(await accountsOf(ownPerson()))).to.deep.equal(new Set([own.id]))
    })

    it('needs an address of an allowed domain that is not known to be unverified', async () => {
      await configure({ allowedDomains: ['example.com'] })
      const rejections = {
        'a@sub.example.com': 'email:EMAIL_DOMAIN_NOT_ALLOWED_FOR_SSO',
        'a@example.com.evil.example': 'email:EMAIL_DOMAIN_NOT_ALLOWED_FOR_SSO',
        'a@notexample.com': 'email:EMAIL_DOMAIN_NOT_ALLOWED_FOR_SSO',
        'a@example.com.': 'email:SSO_PROVIDER_DID_NOT_RETURN_EMAIL',
        'a@example.com@evil.example': 'email:SSO_PROVIDER_DID_NOT_RETURN_EMAIL',
        '': 'email:SSO_PROVIDER_DID_NOT_RETURN_EMAIL',
      }
      for (const [email, code] of Object.entries(rejections))
        expect(await rejection({ ...person(), email }), email).to.equal(code)
      expect(await rejection({ ...person(), email_verified: false })).to.equal(
        'email:EMAIL_NOT_VERIFIED_BY_SSO_PROVIDER',
      )
      const { email_verified: _, ...unknown } = person()
      await signIn({ ...unknown, email: unknown.email.replace('example', 'EXAMPLE') })
    })

    it('is not created without auto_provision', async () => {
      await configure({ autoProvision: false })
      const error = await rejected(signIn(person()))
      expect(error.code).to.equal('SSO_REQUIRED')
      expect(error.message).to.contain('no account').and.to.contain('Ask an administrator.')
    })

    it('is linked only if provider, administrator and account prove the address', async () => {
      const domains = { allowedDomains: ['gatehouse.test'] }
      const notLinkable = 'email:EMAIL_NOT_LINKABLE_TO_SSO'
      await configure(domains)
      expect(await rejection(ownPerson())).to.equal(notLinkable)
      await verify()
      await configure()
      expect(await rejection(ownPerson())).to.equal(notLinkable)
      await configure(domains)
      expect(await rejection({ ...ownPerson(), email_verified: undefined })).to.equal(notLinkable)
      const claims = ownPerson()
      expect(signedIn(await signIn(claims)).accountId).to.equal(own.id)
      expect(signedIn(await signIn(claims)).accountId).to.equal(own.id)
      expect(await own.stack.audit.countDocuments({ accountId: own.id, type: 'account.sso' })).to.equal(1)
    })

    it('is rejected while it is suspended', async () => {
      const claims = person()
      const { accountId } = signedIn(await signIn(claims))
      await own.stack.admin.disableAccount({ id: accountId })
      expect(await rejection(claims)).to.equal('ACCOUNT_SUSPENDED_PERMANENTLY')
    })

    it('cannot change its address or password while the provider is enabled', async () => {
      await configure({ allowedDomains: ['gatehouse.test'] })
      await verify()
      await signIn(ownPerson())
      const change = () => own.stack.auth.startEmailChange({ actor: actor(own.id), client })
      const token = newSecret()
      const reset = { digest: secretDigest(token), expiresAt: new Date(own.stack.clock.now() + minute) }
      await own.stack.accounts.updateOne({ _id: own.id }, { $set: { 'emailedTokens.reset': reset } })
      const newPassword = 'another one, kz7!'
      const proved = { actor: actor(own.id, own.stack.clock.now()), client }
      for (const call of [
        change,
        () => own.stack.auth.resetPassword({ client, token, password: newPassword }),
        () => own.stack.updateMe({ ...proved, password, newPassword }),
        () => own.stack.updateMe({ ...proved, emailToken: 'token' }),
      ])
        expect((await rejected(call())).code).to.equal('MANAGED_BY_SSO')
      const email = `operator-${own.number}@gatehouse.test`
      const { account } = await own.stack.admin.setEmail({ id: own.id, email, noRevert: false })
      expect(account?.email).to.equal(email)
      await configure({ enabled: false })
      await change()
    })
  })

  describe('proof of identity', () => {
    const proofs = () => own.stack.sessions.created.at(-1)?.proofMethods
    it('is a sign-in at the provider within five minutes', async () => {
      const claims = person()
      const seconds = () => Math.floor(own.stack.clock.now() / 1000)
      await signIn(claims)
      expect(proofs()).to.deep.equal([])
      await signIn({ ...claims, auth_time: seconds() - 301 })
      expect(proofs()).to.deep.equal([])
      await signIn({ ...claims, auth_time: seconds() - 290 })
      expect(proofs()).to.deep.equal([ProofMethod.SSO])
      const { authorizationUrl } = await start({ freshSignIn: true })
      expect(Object.fromEntries(new URL(authorizationUrl).searchParams)).to.include({
        prompt: 'login',
        max_age: '0',
      })
    })

    it('is required of accounts without a password', async () => {
      const { accountId } = signedIn(await signIn(person()))
      const error = await rejected(own.stack.auth.setUpTotp({ actor: actor(accountId), client }))
      expect([error.code, error.data]).to.deep.equal([
        'SUDO_MODE_REQUIRED',
        { has_mfa: false, methods: ['sso'] },
      ])
      await own.stack.auth.setUpTotp({ actor: actor(accountId, own.stack.clock.now()), client })
    })
  })

  describe('second factor', () => {
    it('is required, unless single sign-on is enforced: then the provider decides', async () => {
      await configure({ allowedDomains: ['gatehouse.test'] })
      await verify()
      const claims = ownPerson()
      await signIn(claims)
      const passkey = { id: 'a', publicKey: 'a', name: 'a', counter: 0 }
      await own.stack.accounts.updateOne(
        { _id: own.id },
        { $set: { factors: { passkeys: [passkey], requirePasskey: true } as never } },
      )
      expect((await signIn(claims)).outcome?.$case).to.equal('mfaRequired')
      await configure({ allowedDomains: ['gatehouse.test'], enforced: true })
      expect((await signIn(claims)).outcome?.$case).to.equal('signedIn')
    })
  })

  describe('enforced', () => {
    it('ends sign-ins that began before, and is ended by an operator', async () => {
      const { revokedTokens } = own.stack.sessions
      revokedTokens.length = 0
      own.stack.sessions.beforeCreate = async () => {
        await configure({ enforced: true })
      }
      expect((await rejected(login())).code).to.equal('SSO_REQUIRED')
      expect(revokedTokens).to.deep.equal([tokenOf(own.id)])
      own.stack.sessions.beforeCreate = async () => {}
      expect((await rejected(login(password))).code).to.equal('SSO_REQUIRED')
      await own.stack.admin.disableSso({})
      await login()
    })
  })
})
