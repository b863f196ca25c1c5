import { fakeProvider } from '@gatehouse/auth-service/test/fake-provider'
import {
  type ProviderShape,
  providerShapes,
  type ShapedPerson,
  signInAs,
  takeShape,
} from '@gatehouse/auth-service/test/provider-shapes'
import { expect } from 'chai'
import { openDevStack, type TestAccount } from './dev-stack.ts'

type Started = { authorization_url: string }
type Completed = { token: string; user_id: string }
type Me = { email: string; verified: boolean; global_name: string | null }
type Tested = { ok: boolean; checks: { name: string; ok: boolean; message: string }[] }
type Rejected = { errors: { path: string; code: string }[] }

describe('identity providers as they are', () => {
  const stack = openDevStack({ settings: { GATEHOUSE_SSO_ALLOWED_HOSTS: 'localhost' } })
  let provider: Awaited<ReturnType<typeof fakeProvider>>
  let administrator: TestAccount
  let people = 0
  before(async () => {
    administrator = await stack.register('administrator')
    provider = await fakeProvider()
  })
  after(() => provider.close())
  beforeEach(() => provider.reset())

  const configure = async (shape: ProviderShape, secret = provider.behaviour.clientSecret) => {
    const body = {
      ...{ enabled: true, issuer: provider.issuer.replace(/\/$/, ''), client_id: 'gatehouse' },
      ...{ client_secret: secret, allowed_domains: ['example.com'] },
    }
    const { status } = await stack.patch('/admin/sso-config', { token: administrator.token, body })
    expect(status).to.equal(200)
    return shape
  }
  const test = async () =>
    (await stack.post<Tested>('/admin/sso-config/test', { token: administrator.token })).body
  const newPerson = (): ShapedPerson => {
    people += 1
    return { sub: `person-${people}`, email: `person-${people}@example.com`, first: 'Ada', last: 'Lovelace' }
  }
  const complete = async <Body = Completed>(shape: ProviderShape, person: ShapedPerson) => {
    const started = await stack.post<Started>('/auth/sso/start', { body: {} })
    const { code, state, iss } = signInAs(provider, shape, person, started.body.authorization_url)
    const headers = { 'X-SSO-Verifier': started.headers.get('x-sso-verifier') ?? '' }
    return stack.post<Body>('/auth/sso/complete', { body: { code, state, iss }, headers })
  }

  for (const [name, shape] of Object.entries(providerShapes))
    describe(name, () => {
      beforeEach(() => {
        takeShape(provider, shape)
        return configure(shape)
      })

      it('passes the test of the settings, and signs people in', async () => {
        expect(await test()).to.include({ ok: true })
        const person = newPerson()
        const { status, body } = await complete(shape, person)
        expect(status).to.equal(200)
        const me = await stack.get<Me>('/users/@me', { token: body.token })
        const expected = { email: person.email, verified: shape.verified, global_name: 'Ada Lovelace' }
        expect(me.body).to.include(expected)
        expect((await complete(shape, person)).body.user_id).to.equal(body.user_id)
      })

      it('rejects a wrong client secret, in the test as in a sign-in', async () => {
        await configure(shape, 'wrong')
        const { ok, checks } = await test()
        expect([ok, checks.find(({ name: check }) => check === 'client')?.message]).to.deep.equal([
          false,
          'The provider rejects the client id or the client secret. Check both.',
        ])
        const { status, body } = await complete<Rejected>(shape, newPerson())
        expect([status, body.errors[0]?.code]).to.deep.equal([400, 'SSO_MISCONFIGURED'])
      })
    })
})
