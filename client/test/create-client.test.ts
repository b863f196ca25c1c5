import { expect } from 'chai'
import { createGatehouse, GatehouseError, memoryTokenStore, webTokenStore } from '../src/index.ts'
import { errorOf, fakeApi, rejection } from './fake-api.ts'

const session = { token: 'gh_1.a', user_id: '5' }
const credentials = { email: 'ann@example.com', password: 'violet-anchor-1' }

describe('a request of the client', () => {
  it('sends path, query and body, and resolves with the body of the response', async () => {
    const { sent, options } = fakeApi(() => ({ body: [{ id: '1' }] }))
    const gatehouse = createGatehouse({ ...options, baseUrl: 'http://gatehouse.test/v1/' })
    const webhooks = await gatehouse.get('/channels/{channel_id}/webhooks', {
      params: { path: { channel_id: '7' }, query: { limit: 2 } },
    })
    expect(webhooks).to.deep.equal([{ id: '1' }])
    expect(sent[0]).to.include({ method: 'GET', path: '/v1/channels/7/webhooks?limit=2' })
  })

  it('resolves with undefined for 204', async () => {
    const { options } = fakeApi(() => ({ status: 204 }))
    expect(await createGatehouse(options).post('/auth/logout')).to.equal(undefined)
  })

  it('throws code, fields, request id and time to wait of a rejection', async () => {
    const errors = [
      { path: 'email', code: 'INVALID_EMAIL_FORMAT', message: 'Must be a valid email address.' },
    ]
    const { options } = fakeApi(() => rejection(400, 'INVALID_FORM_BODY', { errors, retry_after: 1.5 }))
    const error = await errorOf(createGatehouse(options).signIn(credentials))
    expect(error).to.be.instanceOf(GatehouseError)
    expect(String((error as Error).stack)).to.match(/^GatehouseError: A message\./)
    expect(error).to.deep.include({ status: 400, code: 'INVALID_FORM_BODY', message: 'A message.' })
    expect(error).to.deep.include({
      fields: { email: errors[0] },
      requestId: 'request-1',
      retryAfterSeconds: 1.5,
    })
  })

  it('throws UNEXPECTED_RESPONSE for the page of a proxy', async () => {
    const fetch = async () =>
      new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '3' } })
    const error = await errorOf(createGatehouse({ baseUrl: 'http://x.test', fetch }).signIn(credentials))
    expect(error).to.include({ status: 502, code: 'UNEXPECTED_RESPONSE', retryAfterSeconds: 3 })
  })

  it('throws NETWORK_ERROR if there is no response, and the reason of an abort', async () => {
    const cause = new TypeError('fetch failed')
    const fetch = () => Promise.reject(cause)
    const gatehouse = createGatehouse({ baseUrl: 'http://x.test', fetch, retry: { attempts: 1 } })
    expect(await errorOf(gatehouse.get('/users/@me'))).to.include({
      status: 0,
      code: 'NETWORK_ERROR',
      cause,
    })
    const aborted = errorOf(gatehouse.get('/users/@me', { signal: AbortSignal.abort() }))
    expect(await aborted).to.equal(cause)
  })

  it('throws NETWORK_ERROR if the connection breaks within the body, and repeats a GET', async () => {
    let requests = 0
    const fetch = async () => {
      requests += 1
      const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) })
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    }
    const gatehouse = createGatehouse({ baseUrl: 'http://x.test', fetch, retry: { attempts: 2 } })
    expect(await errorOf(gatehouse.get('/users/@me'))).to.include({ code: 'NETWORK_ERROR' })
    expect(requests).to.equal(2)
  })

  it('reads a response that is text', async () => {
    const fetch = async () => new Response('ok')
    const gatehouse = createGatehouse({ baseUrl: 'http://x.test', fetch })
    const answer = await gatehouse.post('/webhooks/{webhook_id}/{token}/chat-compat', {
      params: { path: { webhook_id: '1', token: 't' } },
      body: { text: 'Hello' },
    })
    expect(answer).to.equal('ok')
  })

  it('throws UNEXPECTED_RESPONSE for a 200 that is a page', async () => {
    const fetch = async () => new Response('<h1>Hotel</h1>', { headers: { 'content-type': 'text/html' } })
    const error = await errorOf(createGatehouse({ baseUrl: 'http://x.test', fetch }).get('/users/@me'))
    expect(error).to.include({ status: 200, code: 'UNEXPECTED_RESPONSE', body: '<h1>Hotel</h1>' })
  })

  it('resolves with the headers of the response too, and throws as well', async () => {
    const { options } = fakeApi(
      () => ({ body: [], headers: { link: 'next' } }),
      () => rejection(404, 'UNKNOWN_CHANNEL'),
    )
    const { api } = createGatehouse(options)
    const { data, response } = await api.GET('/auth/sessions')
    expect([data, response.headers.get('link')]).to.deep.equal([[], 'next'])
    expect(await errorOf(api.GET('/auth/sessions'))).to.include({ code: 'UNKNOWN_CHANNEL' })
  })

  it('sends the headers of the client and of the request, and omits what is undefined', async () => {
    const { sent, options } = fakeApi(() => ({ status: 204 }))
    const gatehouse = createGatehouse({
      ...options,
      headers: { 'user-agent': 'tv/1', 'x-client-location': 'a' },
    })
    const body = { session_id_hashes: [], password: undefined }
    await gatehouse.post('/auth/sessions/logout', { body, headers: { 'x-client-location': 'b' } })
    expect(sent[0]?.body).to.deep.equal({ session_id_hashes: [] })
    const names = ['user-agent', 'x-client-location']
    expect(names.map((name) => sent[0]?.headers.get(name))).to.deep.equal(['tv/1', 'b'])
  })
})

describe('signing in and out with the client', () => {
  it('stores the token and sends it from then on', async () => {
    const { sent, options } = fakeApi(
      () => ({ body: session }),
      () => ({ body: {} }),
    )
    const gatehouse = createGatehouse(options)
    expect(await gatehouse.signIn(credentials)).to.deep.equal(session)
    await gatehouse.get('/users/@me')
    expect(sent.map(({ path, token }) => [path, token])).to.deep.equal([
      ['/auth/login', null],
      ['/users/@me', 'Bearer gh_1.a'],
    ])
  })

  it('stores the token after a password was reset', async () => {
    const { sent, options } = fakeApi(() => ({ body: session }))
    const gatehouse = createGatehouse(options)
    const body = { token: 'token-of-a-mail', password: 'violet-anchor-2' }
    expect(await gatehouse.resetPassword(body)).to.deep.equal(session)
    expect(sent.map(({ path }) => path)).to.deep.equal(['/auth/reset'])
    expect(await gatehouse.tokenStore.get()).to.deep.equal(session)
  })

  it('stores the token of another route', async () => {
    const gatehouse = createGatehouse(fakeApi(() => ({ body: session })).options)
    const body = { token: 'token-of-a-mail', password: 'violet-anchor-2' }
    const answer = await gatehouse.storeSession(await gatehouse.post('/auth/email-revert', { body }))
    expect([answer, await gatehouse.tokenStore.get()]).to.deep.equal([session, session])
  })

  it('stores the token of a registration', async () => {
    const gatehouse = createGatehouse(fakeApi(() => ({ body: session })).options)
    await gatehouse.register({ ...credentials, consent: true, date_of_birth: '1990-01-01' })
    expect(await gatehouse.tokenStore.get()).to.deep.equal(session)
  })

  it('stores nothing while a second factor is missing', async () => {
    const gatehouse = createGatehouse(fakeApi(() => ({ body: { mfa: true, ticket: 't' } })).options)
    await gatehouse.signIn(credentials)
    expect(await gatehouse.tokenStore.get()).to.equal(undefined)
  })

  it('stores the token after the second factor', async () => {
    const { sent, options } = fakeApi(() => ({ body: session }))
    const gatehouse = createGatehouse(options)
    const body = { ticket: 't', code: '492039' }
    expect(await gatehouse.completeSignIn(body)).to.deep.equal(session)
    expect(sent.map(({ path, body }) => [path, body])).to.deep.equal([['/auth/login/mfa/totp', body]])
    expect(await gatehouse.tokenStore.get()).to.deep.equal(session)
  })

  it('removes a token that the API rejects and reports it once', async () => {
    const reports: string[] = []
    const tokenStore = memoryTokenStore(session)
    const { options } = fakeApi(() => rejection(401, 'UNAUTHORIZED'))
    const gatehouse = createGatehouse({
      ...options,
      tokenStore,
      onSignedOut: () => void reports.push('signed out'),
    })
    const both = [gatehouse.get('/users/@me'), gatehouse.get('/auth/sessions')]
    for (const error of await Promise.all(both.map(errorOf)))
      expect(error).to.include({ code: 'UNAUTHORIZED' })
    expect([await tokenStore.get(), reports]).to.deep.equal([undefined, ['signed out']])
  })

  it('keeps a token that was stored while another was rejected', async () => {
    const newer = { token: 'gh_1.b', user_id: '5' }
    const tokenStore = memoryTokenStore(session)
    const { options } = fakeApi(async () => {
      await tokenStore.set(newer)
      return rejection(401, 'UNAUTHORIZED')
    })
    await errorOf(createGatehouse({ ...options, tokenStore }).get('/users/@me'))
    expect(await tokenStore.get()).to.equal(newer)
  })

  it('keeps the token if only a signature or a token in the body was rejected', async () => {
    const tokenStore = memoryTokenStore(session)
    const { options } = fakeApi(() => rejection(401, 'INVALID_TOKEN'))
    const body = { code: 'ABCD-EFGH', ...session }
    await errorOf(createGatehouse({ ...options, tokenStore }).post('/auth/handoff/complete', { body }))
    expect(await tokenStore.get()).to.equal(session)
  })

  it('ends the session with its token and removes the token even without a response', async () => {
    const tokenStore = memoryTokenStore(session)
    const { sent, options } = fakeApi(() => rejection(503, 'SERVICE_UNAVAILABLE'))
    await errorOf(createGatehouse({ ...options, tokenStore }).signOut())
    expect(sent[0]).to.include({ path: '/auth/logout', token: 'Bearer gh_1.a' })
    expect(await tokenStore.get()).to.equal(undefined)
  })
})

describe('the token store of web pages', () => {
  it('keeps one session under its key', () => {
    const items = new Map<string, string>()
    const store = webTokenStore({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    })
    expect(store.get()).to.equal(undefined)
    void store.set(session)
    expect([...items.keys()]).to.deep.equal(['gatehouse.session'])
    expect(store.get()).to.deep.equal(session)
    void store.set(undefined)
    expect(items.size).to.equal(0)
  })
})
