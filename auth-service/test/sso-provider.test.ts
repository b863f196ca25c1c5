import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { exportJWK } from 'jose'
import { actor, problems } from './auth-harness.ts'
import { signedIn, useSso } from './sso-harness.ts'

describe('responses of an identity provider', () => {
  const { own, idp, configure, start, complete, callback, signIn, rejection, person } = useSso()

  describe('provider', () => {
    it('need not name itself in the callback, also if it announces that, and never names another', async () => {
      const { iss: _, ...without } = await callback(person())
      await complete(without)
      const other = { ...(await callback(person())), iss: 'https://other.example' }
      expect(problems(await rejected(complete(other)))).to.deep.equal(['iss:INVALID_SSO_ISSUER'])
    })

    it('may name any issuer if the settings name none', async () => {
      const { origin, behaviour } = idp.provider
      behaviour.userinfo = { ...person() }
      behaviour.idToken = () => null
      await configure({
        issuer: '',
        scope: 'email',
        authorizationUrl: `${origin}/authorize`,
        tokenUrl: `${origin}/token`,
        userinfoUrl: `${origin}/userinfo`,
      })
      await complete({ ...(await callback({})), iss: 'https://accounts.example' })
    })

    it('may send null for what it does not have, and JSON as another type', async () => {
      const { behaviour } = idp.provider
      const { sub, email } = person()
      behaviour.discovery = {
        userinfo_endpoint: null,
        token_endpoint_auth_methods_supported: null,
        authorization_response_iss_parameter_supported: 'true',
        scopes_supported: null,
      }
      behaviour.tokens = { refresh_token: null, expires_in: null, scope: null }
      await configure()
      await signIn({ sub, email, email_verified: null, name: null, sid: null })
      behaviour.discovery = {}
      behaviour.userinfo = {}
      await configure()
      for (const type of ['text/plain', 'application/octet-stream', '', 'text/html; charset=utf-8']) {
        const headers = { 'content-type': type }
        behaviour.replies = { '/userinfo': { headers, text: JSON.stringify({ sub, email, name: null }) } }
        await signIn({ sub })
      }
    })

    for (const [name, values] of Object.entries({
      token_type: [null, undefined, 'bearer', 'BearerToken', 'mac'],
      expires_in: ['3600', '', 'never', 0, -1, [300]],
      refresh_token: ['', false, {}],
      scope: [['openid', 'email'], '', { openid: true }],
      error: ['', false, 'none'],
    }))
      for (const value of values)
        it(`may send ${JSON.stringify(value)} as ${name} of the token response`, async () => {
          idp.provider.behaviour.tokens = { [name]: value }
          await signIn(person())
        })

    it('may name no authorized party, and need not leave out the claim', async () => {
      idp.provider.behaviour.claims = { azp: null }
      await signIn(person())
    })

    for (const [reply, code, check] of [
      [{ body: { ok: false, error: 'invalid_grant' } }, 'code:INVALID_SSO_AUTHORIZATION_CODE', /accepts/],
      [{ body: { ok: false, error: 'invalid_client' } }, 'sso:SSO_MISCONFIGURED', /rejects the client id/],
      [
        { status: 400, body: { error: { message: 'private' } } },
        'sso:SSO_MISCONFIGURED',
        /rejected a test request: unreadable/,
      ],
      [{ status: 400, text: 'private' }, 'sso:SSO_MISCONFIGURED', /with status 400/],
      [{ status: 404, text: '<html>' }, 'sso:SSO_MISCONFIGURED', /with status 404/],
      [{ status: 302, text: '', headers: { location: '/sign-in' } }, 'sso:SSO_MISCONFIGURED', /status 302/],
      [{ status: 429, body: { error: 'slow_down' } }, 'SERVICE_UNAVAILABLE', /status 429\). Try again later/],
      [{ status: 503, text: '' }, 'SERVICE_UNAVAILABLE', /status 503\). Try again later/],
      [{ text: 'access_token=private' }, 'id_token:INVALID_SSO_TOKEN', /not OpenID Connect/],
      [{ body: {} }, 'id_token:INVALID_SSO_TOKEN', /not OpenID Connect/],
      [{ body: ['private'] }, 'id_token:INVALID_SSO_TOKEN', /not OpenID Connect/],
    ] as const)
      it(`has a token endpoint that can send ${JSON.stringify(reply)}`, async () => {
        idp.provider.behaviour.replies = { '/token': reply }
        expect(await rejection(person())).to.equal(code)
        const { checks } = await own.stack.sso.testConfig({ actor: actor(own.id, own.stack.clock.now()) })
        expect(checks.at(-1)?.message).to.match(check)
        expect(JSON.stringify([checks, own.stack.logged.lines])).not.to.contain('private')
      })

    for (const [missing, named] of [
      [{ authorization_endpoint: null }, 'authorization_endpoint'],
      [{ token_endpoint: '' }, 'token_endpoint'],
      [{ jwks_uri: undefined }, 'jwks_uri and userinfo_endpoint'],
    ] as const)
      it(`cannot be used without ${named}, which the test of the settings and the log name`, async () => {
        idp.provider.behaviour.discovery = missing
        await configure()
        expect(problems(await rejected(start()))).to.deep.equal(['sso:SSO_MISCONFIGURED'])
        const text = new RegExp(`The discovery document of localhost:\\d+ lacks ${named}`)
        const { checks } = await own.stack.sso.testConfig({ actor: actor(own.id, own.stack.clock.now()) })
        expect(checks.at(-1)?.message).to.match(text)
        expect(JSON.stringify(own.stack.logged.lines)).to.match(text)
      })

    it('rejects a code that it did not issue', async () => {
      const { state, iss } = await callback(person())
      const attempt = complete({ state, iss, code: 'x'.repeat(2000) })
      expect(problems(await rejected(attempt))).to.deep.equal(['code:INVALID_SSO_AUTHORIZATION_CODE'])
    })

    it('gets the client secret by Basic, or in the body if it announces only that', async () => {
      await signIn(person())
      const tokenRequest = () => idp.provider.behaviour.requests.findLast(({ path }) => path === '/token')
      expect(tokenRequest()?.authorization).to.match(/^Basic /)
      idp.provider.behaviour.discovery = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
      await configure()
      await signIn(person())
      expect(tokenRequest()?.authorization).to.equal(undefined)
      expect(tokenRequest()?.body.get('client_secret')).to.equal('secret')
      await configure({ clientSecret: 'wrong' })
      expect(await rejection(person())).to.equal('sso:SSO_MISCONFIGURED')
    })

    for (const alg of ['RS256', 'ES256', 'EdDSA'])
      it(`accepts a private key for ${alg}, and rejects another one`, async () => {
        const [key, other] = [await idp.provider.newKey(alg), await idp.provider.newKey(alg)]
        idp.provider.behaviour.clientKey = key.jwk
        await configure({ clientSecret: JSON.stringify(await exportJWK(key.privateKey)) })
        await signIn(person())
        idp.provider.behaviour.clientKey = other.jwk
        expect(await rejection(person())).to.equal('sso:SSO_MISCONFIGURED')
      })

    for (const [name, clientSecret, authorization] of [
      ['without a client secret', '', undefined],
      ['with a client secret by Basic', 'secret', `Basic ${btoa('gatehouse:secret')}`],
    ] as const)
      it(`works without discovery, ${name}`, async () => {
        const { issuer, behaviour } = idp.provider
        behaviour.clientSecret = clientSecret || null
        behaviour.replies = { '/.well-known/openid-configuration': { status: 404 } }
        await configure({
          clientSecret,
          authorizationUrl: `${issuer}/authorize`,
          tokenUrl: `${issuer}/token`,
          jwksUrl: `${issuer}/jwks`,
        })
        await signIn(person())
        const tokenRequest = behaviour.requests.findLast(({ path }) => path === '/token')
        expect(tokenRequest?.authorization).to.equal(authorization)
        expect(tokenRequest?.body.has('client_secret')).to.equal(false)
      })

    it('may publish several keys, unusable ones among them, and name none in a token', async () => {
      const { behaviour } = idp.provider
      const [other, encryption] = [await idp.provider.newKey('RS256'), await idp.provider.newKey('RS256')]
      const { kid: _, ...nameless } = other.jwk
      behaviour.otherKeys = [
        ...[
          nameless,
          { ...encryption.jwk, use: 'enc', alg: 'RSA-OAEP' },
          { ...other.jwk, alg: null, use: null },
        ],
        ...[{ kty: 'future', kid: 'future' }, { kid: 'no type' }, null, 'text'],
      ]
      await configure()
      await signIn(person())
      behaviour.idToken = (claims) => idp.provider.sign(claims, { kid: undefined })
      await signIn(person())
      const unknown = await idp.provider.newKey('RS256')
      behaviour.idToken = (claims) => idp.provider.sign(claims, { kid: undefined }, unknown)
      expect(await rejection(person())).to.equal('id_token:INVALID_SSO_TOKEN')
    })

    it('may replace a key by another with the same id, or without one', async () => {
      await configure()
      await signIn(person())
      const [{ kid } = {}] = idp.provider.publicKeys()
      for (const name of [kid, undefined]) {
        own.stack.clock.advance(61_000)
        await idp.provider.rotate()
        const [published] = idp.provider.publicKeys()
        Object.assign(published ?? {}, { kid: name })
        idp.provider.behaviour.idToken = (claims) => idp.provider.sign(claims, { kid: name })
        await signIn(person())
      }
      await idp.provider.rotate()
    })

    it('is unavailable, not trusted, while its keys are', async () => {
      await configure()
      idp.provider.behaviour.replies = { '/jwks': { status: 500 } }
      expect(await rejection(person())).to.equal('SERVICE_UNAVAILABLE')
    })
  })

  describe('userinfo', () => {
    const { sub: _, ...claims } = person()
    it('has precedence for email and name, and must be of the same person', async () => {
      const { sub } = person()
      idp.provider.behaviour.userinfo = { sub, email: 'info@example.com', name: 'Info Person' }
      await configure()
      const { accountId } = signedIn(await signIn({ sub, ...claims }))
      const { account } = await own.stack.auth.getMe({ actor: actor(accountId) })
      expect(account).to.include({ email: 'info@example.com', verified: false })
      expect(account?.user?.globalName).to.equal('Info Person')
      idp.provider.behaviour.userinfo = { sub: 'another', email: 'info@example.com' }
      expect(await rejection({ sub, ...claims })).to.equal('access_token:FAILED_TO_FETCH_SSO_USER_INFO')
    })

    it('is enough without an id_token', async () => {
      const { email, sub } = person()
      idp.provider.behaviour.userinfo = { sub, email, email_verified: true }
      idp.provider.behaviour.idToken = () => null
      await configure({ scope: 'email profile' })
      const { accountId } = signedIn(await signIn({}))
      expect(signedIn(await signIn({})).accountId).to.equal(accountId)
      idp.provider.behaviour.userinfo = { email }
      expect(await rejection({})).to.match(/^(access_token|id_token):/)
    })

    it('is reported if it cannot be fetched or read', async () => {
      idp.provider.behaviour.userinfo = { sub: 'a' }
      await configure()
      idp.provider.behaviour.replies = { '/userinfo': { status: 403 } }
      expect(await rejection(person())).to.equal('access_token:FAILED_TO_FETCH_SSO_USER_INFO')
      idp.provider.behaviour.replies = { '/userinfo': { text: '<html>' } }
      expect(await rejection(person())).to.equal('access_token:FAILED_TO_PARSE_SSO_USER_INFO')
    })
  })
})
