import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { rights } from '@gatehouse/gateway/rights'
import { apiRoutes } from '@gatehouse/gateway/routes'
import { expect } from 'chai'
import { openDevStack, type TestAccount } from './dev-stack.ts'
import { startIdentityProvider } from './identity-provider.ts'
import { filled } from './surface/caller.ts'
import { documentationOf } from './surface/documented.ts'

type Status = { enabled: boolean; enforced: boolean; redirect_uri: string; display_name: string | null }
type Started = { authorization_url: string; redirect_uri: string; state: string }
type Completed = { token: string; user_id: string; redirect_to: string }

const browser = { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }

describe('single sign-on with oidc-provider', () => {
  const stack = openDevStack({ settings: { GATEHOUSE_SSO_ALLOWED_HOSTS: 'localhost' } })
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  let ann: TestAccount
  before(async () => {
    ann = await stack.register('ann')
    const { body } = await stack.get<Status>('/auth/sso/status')
    const logoutUri = `${stack.network().urls.gateway}/auth/sso/backchannel-logout`
    provider = await startIdentityProvider([body.redirect_uri], logoutUri)
  })
  after(() => provider.close())

  const configure = (body: Record<string, unknown>) =>
    stack.patch<Record<string, unknown>>('/admin/sso-config', { token: ann.token, body })
  const start = async (headers: Record<string, string> = {}, body: Record<string, unknown> = {}) => {
    const started = await stack.post<Started>('/auth/sso/start', { headers, body })
    return {
      ...started.body,
      verifier: started.headers.get('x-sso-verifier') ?? '',
      headers: started.headers,
    }
  }
  const complete = <Body = Completed>(body: object, headers: Record<string, string> = {}) =>
    stack.post<Body>('/auth/sso/complete', { body: { ...body }, headers })

  it('is off at first', async () => {
    const { body } = await stack.get<Status>('/auth/sso/status')
    expect(body).to.include({ enabled: false, enforced: false, display_name: null })
    for (const response of [await stack.post('/auth/sso/start'), await complete({ code: 'a', state: 'b' })])
      expect([response.status, response.body]).to.deep.include(403)
    expect((await stack.post('/auth/sso/start')).body.code).to.equal('FEATURE_TEMPORARILY_DISABLED')
  })

  it('is configured by administrators only, and never returns the secret', async () => {
    const bob = await stack.register('bob')
    for (const token of [bob.token, undefined]) {
      const { status } = await stack.get('/admin/sso-config', token === undefined ? {} : { token })
      expect(status).to.equal(token === undefined ? 401 : 403)
    }
    const rejected = await configure({ enabled: true })
    expect(rejected.status).to.equal(400)
    const { status, body } = await configure({
      enabled: true,
      issuer: provider.issuer,
      client_id: 'gatehouse',
      client_secret: 'secret-of-the-client',
      display_name: 'Example',
    })
    expect([status, body.client_secret_set, 'client_secret' in body]).to.deep.equal([200, true, false])
    const test = await stack.post<{ ok: boolean }>('/admin/sso-config/test', { token: ann.token })
    expect(test.body).to.deep.include({ ok: true })
  })

  it('creates an account and finds it again, with a proof of identity', async () => {
    const first = await start({}, { redirect_to: '/channels/1' })
    const { body } = await complete(await provider.signIn(first.authorization_url))
    expect(body.redirect_to).to.equal('/channels/1')
    const me = await stack.get<Record<string, unknown>>('/users/@me', { token: body.token })
    expect(me.body).to.include({ id: body.user_id, email: 'ada@example.com', verified: true })
    const second = await start({}, { prompt: 'login' })
    const again = await complete(await provider.signIn(second.authorization_url))
    expect(again.body.user_id).to.equal(body.user_id)
    const setUp = await stack.post('/users/@me/mfa/totp/setup', { token: again.body.token, body: {} })
    expect(setUp.status).to.equal(200)
  })

  it('belongs to the browser that started it, by its cookie or X-SSO-Verifier', async () => {
    const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''
    const other = await start(browser)
    for (const headers of [{}, browser, { 'x-sso-verifier': other.verifier }]) {
      const { authorization_url } = await start(browser)
      const { status, body } = await complete<{ errors: { path: string }[] }>(
        await provider.signIn(authorization_url),
        headers,
      )
      expect([status, body.errors[0]?.path]).to.deep.equal([400, 'state'])
    }
    const byCookie = await start(browser)
    expect(byCookie.headers.get('set-cookie')).to.match(/HttpOnly.*SameSite=Lax/)
    const withCookie = { ...browser, cookie: cookieOf(byCookie.headers) }
    expect((await complete(await provider.signIn(byCookie.authorization_url), withCookie)).status).to.equal(
      200,
    )
    const byHeader = await start(browser)
    const withHeader = { 'x-sso-verifier': byHeader.verifier }
    expect((await complete(await provider.signIn(byHeader.authorization_url), withHeader)).status).to.equal(
      200,
    )
  })

  it('ignores redirects to other sites, and rejects those that are too long', async () => {
    for (const redirect_to of [
      '',
      null,
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/a\nb',
    ]) {
      const { authorization_url } = await start({}, { redirect_to })
      const { body } = await complete(await provider.signIn(authorization_url))
      expect(body.redirect_to, redirect_to ?? 'null').to.equal('')
    }
    const { status } = await stack.post('/auth/sso/start', { body: { redirect_to: `/${'a'.repeat(2048)}` } })
    expect(status).to.equal(400)
  })

  it('connects an account of its own, with its session alone, and disconnects it', async () => {
    const cat = await stack.register('cat')
    const body = { password: cat.password }
    const begin = () => stack.post<Started>('/users/@me/sso', { token: cat.token, body })
    const linkOf = async () =>
      (await stack.get<{ sso_link: string | null }>('/users/@me', { token: cat.token })).body.sso_link
    const callback = async () => provider.signIn((await begin()).body.authorization_url)
    const refused = { body: await callback(), token: ann.token }
    expect((await stack.post('/users/@me/sso/complete', refused)).status).to.equal(400)
    expect((await complete(await callback(), { 'x-sso-verifier': 'a'.repeat(43) })).status).to.equal(400)

    const another = { token: cat.token, body: await callback() }
    const taken = await stack.post('/users/@me/sso/complete', another)
    expect([taken.status, taken.body.errors?.[0]]).to.deep.include(400)
    expect(taken.body.errors?.map(({ code }) => code)).to.deep.equal(['SSO_IDENTITY_ALREADY_IN_USE'])
    expect(await linkOf()).to.equal(null)

    provider.state.person.sub = 'cat-at-work'
    const connected = await stack.post('/users/@me/sso/complete', {
      token: cat.token,
      body: await callback(),
    })
    expect(connected.status).to.equal(204)
    expect(await linkOf()).to.equal('own')
    const { authorization_url } = await start()
    const signedIn = await complete(await provider.signIn(authorization_url))
    provider.state.person.sub = 'ada'
    expect(signedIn.body.user_id).to.equal(cat.user_id)
    expect((await stack.del('/users/@me/sso', { token: cat.token, body })).status).to.equal(204)
    expect(await linkOf()).to.equal(null)
  })

  it('lets operators link an account, and move the links of a former issuer', async () => {
    const { user_id, email } = await stack.register('dan')
    const admin = async (...args: string[]): Promise<Record<string, unknown>> => {
      const { code, out, err } = await adminOutput([...args, '--json'], { env: stack.network().env })
      expect([code, err]).to.deep.equal([0, ''])
      return JSON.parse(out)
    }
    const linked = { sso_issuer: provider.issuer, sso_subject: 'dan-at-work' }
    expect(await admin('account', 'link-sso', email, '--subject', 'dan-at-work')).to.include(linked)
    provider.state.person.sub = 'dan-at-work'
    const { body } = await complete(await provider.signIn((await start()).authorization_url))
    provider.state.person.sub = 'ada'
    expect(body.user_id).to.equal(user_id)

    const move = ['sso', 'move-issuer', '--from', provider.issuer, '--to', 'https://new.example.com']
    expect(await admin(...move)).to.deep.equal({ found: 2, taken: 0, moved: 0 })
    expect(await admin(...move, '--apply')).to.deep.equal({ found: 2, taken: 0, moved: 2 })
    const moved = await admin('account', 'show', email)
    expect(moved).to.include({ sso_issuer: 'https://new.example.com', sso_subject: 'dan-at-work' })
    const back = ['--from', 'https://new.example.com', '--to', provider.issuer, '--apply']
    expect(await admin('sso', 'move-issuer', ...back)).to.deep.equal({ found: 2, taken: 0, moved: 2 })
    expect(await admin('account', 'unlink-sso', email)).to.include({ sso_issuer: null, sso_subject: null })
  })

  it('ends the session after a logout at the provider', async () => {
    const { authorization_url } = await start()
    const { body } = await complete(await provider.signIn(authorization_url))
    const call = { token: body.token, body: {} }
    expect((await stack.patch('/users/@me', call)).status).to.equal(200)
    await provider.signOut()
    expect((await stack.patch('/users/@me', call)).status).to.equal(401)
    expect((await stack.patch('/users/@me', { token: ann.token, body: {} })).status).to.equal(200)
    for (const logout_token of ['', 'a.b.c']) {
      const response = await stack.post('/auth/sso/backchannel-logout', { body: { logout_token } })
      expect(response.status).to.equal(400)
    }
  })

  describe('when it is enforced', () => {
    before(() => configure({ enforced: true }))
    after(async () => {
      await stack.network().clients.accounts.disableSso({})
    })

    const send = (route: (typeof apiRoutes)[number]) => {
      const body = documentationOf(route).body?.sample
      const path = filled(route.path, { code: 'ABCD-EFGH' })
      const call = { token: ann.token, ...(body && { body }), headers: { 'x-ticket': 'ticket' } }
      return { get: stack.get, post: stack.post, patch: stack.patch, delete: stack.del }[route.method](
        path,
        call,
      )
    }
    const isClosed = ({ operationId }: { operationId: string }) =>
      rights[operationId as keyof typeof rights].closedBySso

    for (const route of apiRoutes.filter(isClosed))
      it(`closes ${route.operationId}`, async () => {
        const response = await send(route)
        expect([response.status, response.body.code]).to.deep.equal([403, 'SSO_REQUIRED'])
      })

    it('closes nothing else', async () => {
      // They end the session of the test.
      const ending = ['logout', 'disableMe', 'deleteMe', 'endSessions']
      for (const route of apiRoutes.filter((each) => !isClosed(each))) {
        if (ending.includes(route.operationId)) continue
        expect((await send(route)).body.code, route.operationId).not.to.equal('SSO_REQUIRED')
      }
    })

    it('leaves sessions and the provider open', async () => {
      expect((await stack.get('/users/@me', { token: ann.token })).status).to.equal(200)
      const { authorization_url } = await start()
      expect((await complete(await provider.signIn(authorization_url))).status).to.equal(200)
      expect((await stack.get<Status>('/auth/sso/status')).body).to.include({ enforced: true })
    })
  })

  it('lets people sign in with passwords after an operator disabled it', async () => {
    expect((await stack.signIn(ann)).length).to.be.greaterThan(0)
  })
})
