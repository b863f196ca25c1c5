import { expect } from 'chai'
import { actor } from './auth-harness.ts'
import type { ClientAuthMethod } from './fake-provider.ts'
import { useSso } from './sso-harness.ts'

const basic = 'client_secret_basic'
const post = 'client_secret_post'

/** As Google draws them: a percent-encoded one differs from it. */
const secret = 'GOCSPX-a_b+c/d=e%2F~'

describe('client secret at the token endpoint', () => {
  const { own, idp, configure, signIn, rejection, person } = useSso()

  const isAcceptedByTest = async () => {
    const { checks } = await own.stack.sso.testConfig({ actor: actor(own.id, own.stack.clock.now()) })
    return checks.find(({ name }) => name === 'client')?.ok
  }
  const explicit = () => {
    const { issuer } = idp.provider
    return { authorizationUrl: `${issuer}/authorize`, tokenUrl: `${issuer}/token`, jwksUrl: `${issuer}/jwks` }
  }
  const tokenRequests = () => idp.provider.behaviour.requests.filter(({ path }) => path === '/token')

  const announcements: Record<string, string[] | null | undefined> = {
    'lists both': [basic, post],
    'lists both, the body first': [post, basic],
    'lists nothing': undefined,
    'lists null': null,
    'lists an empty array': [],
    'lists other ways': ['private_key_jwt', 'tls_client_auth'],
    'is set by hand': undefined,
  }
  const rejections = {
    invalid_client: { status: 401, body: { error: 'invalid_client' } },
    'status 400 and invalid_client': { status: 400, body: { error: 'invalid_client' } },
    unauthorized_client: { status: 400, body: { error: 'unauthorized_client' } },
    invalid_request: { status: 400, body: { error: 'invalid_request', error_description: 'client_id' } },
    'a page': { status: 401, text: '<html>Unauthorized', headers: { 'content-type': 'text/html' } },
    nothing: { status: 401, text: '' },
  }
  const ways: ClientAuthMethod[] = ['encoded', 'literal', 'body']

  for (const [announcement, methods] of Object.entries(announcements))
    for (const way of ways)
      it(`is accepted by a provider that ${announcement} and takes only ${way}, whatever it rejects with`, async () => {
        for (const [name, clientRejection] of Object.entries(rejections)) {
          Object.assign(idp.provider.behaviour, { clientSecret: secret, accepts: [way], clientRejection })
          idp.provider.behaviour.discovery = { token_endpoint_auth_methods_supported: methods }
          await configure({ clientSecret: secret, ...(announcement === 'is set by hand' && explicit()) })
          expect(await isAcceptedByTest(), name).to.equal(true)
          await signIn(person())
        }
      })

  for (const [listed, way] of [
    [[basic], 'encoded'],
    [[basic], 'literal'],
    [[post], 'body'],
  ] as const)
    it(`is sent only as ${listed.join()} if the provider lists nothing else; ${way}`, async () => {
      Object.assign(idp.provider.behaviour, { clientSecret: secret, accepts: [way] })
      idp.provider.behaviour.discovery = { token_endpoint_auth_methods_supported: listed }
      await configure({ clientSecret: secret })
      await signIn(person())
      expect(tokenRequests().every(({ body }) => body.has('client_secret') === (way === 'body'))).to.equal(
        true,
      )
    })

  it('is sent at once in the way that was accepted before', async () => {
    idp.provider.behaviour.accepts = ['body']
    idp.provider.behaviour.discovery = { token_endpoint_auth_methods_supported: [basic, post] }
    await configure()
    for (const requests of [2, 3, 4]) {
      await signIn(person())
      expect(tokenRequests()).to.have.length(requests)
    }
  })

  it('that is wrong is rejected after at most three requests, in the test as in a sign-in', async () => {
    for (const [name, clientRejection] of Object.entries(rejections)) {
      idp.provider.behaviour.clientRejection = clientRejection
      await configure({ clientSecret: 'wrong' })
      idp.provider.behaviour.requests = []
      expect(await isAcceptedByTest(), name).to.equal(false)
      expect(await rejection(person()), name).to.equal('sso:SSO_MISCONFIGURED')
      expect(tokenRequests().length, name).to.be.at.most(6)
    }
  })

  it('is not sent again after the provider rejected only the code', async () => {
    idp.provider.behaviour.discovery = { token_endpoint_auth_methods_supported: [basic, post] }
    await configure()
    idp.provider.behaviour.replies = { '/token': { status: 400, body: { error: 'invalid_grant' } } }
    expect(await rejection(person())).to.equal('code:INVALID_SSO_AUTHORIZATION_CODE')
    expect(tokenRequests()).to.have.length(1)
  })
})
