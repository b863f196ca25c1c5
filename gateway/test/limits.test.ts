import { settings } from '@gatehouse/gateway/config'
import { toRateLimitState } from '@gatehouse/service-kit/errors/limit-state'
import { readSettings, SettingsError } from '@gatehouse/service-kit/process/settings'
import { expect } from 'chai'
import { annsToken, session } from './fixtures.ts'
import { useGateway } from './running-gateway.ts'

describe('rate limits', () => {
  const gateway = useGateway({ GATEHOUSE_LIMITS_SCALE: '1', GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' })
  const from = (address: string) => ({
    token: null,
    headers: { 'x-forwarded-for': address },
    json: { global_name: 'Ann' },
  })
  const suggest = (address: string) => gateway().call('POST', '/auth/username-suggestions', from(address))
  beforeEach(() => gateway().clock.advance(3_600_000))

  it('return the remaining requests, and reject the eleventh in ten seconds', async () => {
    const first = await suggest('203.0.113.1')
    expect(first.headers.get('x-ratelimit-limit')).to.equal('10')
    expect(first.headers.get('x-ratelimit-remaining')).to.equal('9')
    expect(first.headers.get('x-ratelimit-bucket')).to.equal('auth:username_suggestions')
    const now = gateway().clock.now() / 1000
    const reset = Number(first.headers.get('x-ratelimit-reset'))
    expect(reset).to.be.within(now, now + 10)
    const after = first.headers.get('x-ratelimit-reset-after')
    expect(after).to.match(/^\d\.\d{3}$/)
    expect(Number(after))
      .to.be.closeTo(reset - now, 0.5)
      .and.above(0)
    for (let i = 0; i < 9; i++) await suggest('203.0.113.1')
    const limited = await suggest('203.0.113.1')
    expect([limited.status, limited.json.code, limited.json.global]).to.deep.equal([
      429,
      'RATE_LIMITED',
      false,
    ])
    expect(limited.json.retry_after).to.be.within(0.5, 1)
    expect(limited.headers.get('retry-after')).to.equal('1')
    expect(limited.headers.get('x-ratelimit-remaining')).to.equal('0')
    gateway().clock.advance(1000)
    expect((await suggest('203.0.113.1')).status).to.equal(200)
  })

  it('count invalid bodies, and a /64 as one address', async () => {
    for (let i = 0; i < 10; i++) {
      const address = `2001:db8::${i}`
      await gateway().call('POST', '/auth/username-suggestions', { ...from(address), json: {} })
    }
    expect((await suggest('2001:db8::ffff')).status).to.equal(429)
    expect((await suggest('2001:db8:0:1::1')).status).to.equal(200)
  })

  it('count malformed handoff codes', async () => {
    const cancel = (code: string) => gateway().call('DELETE', `/auth/handoff/${code}`, from('203.0.113.7'))
    for (const code of ['x', '%25', '%2F', '%00', 'x'.repeat(500)]) {
      await cancel(code)
      await cancel(code)
    }
    expect((await cancel('K7PW-3XNB')).status).to.equal(429)
  })

  it('allow a network ten times as much as an address', async () => {
    for (let i = 0; i < 100; i++) {
      const address = `198.51.100.${i % 10}`
      const { status } = await gateway().call('POST', '/auth/username-suggestions', {
        ...from(address),
        json: {},
      })
      expect(status).to.equal(400)
    }
    const limited = await suggest('198.51.100.99')
    expect([limited.status, limited.headers.get('x-ratelimit-limit')]).to.deep.equal([429, '100'])
    expect((await suggest('198.51.101.1')).status).to.equal(200)
  })

  it('count an account over all its sessions and addresses', async () => {
    gateway().stubs.signedIn.set('gh_other', { ...session, idHash: 'other' })
    for (let i = 0; i < 20; i++) {
      await gateway().call('GET', '/users/@me', { headers: { 'x-forwarded-for': `203.0.113.${i}` } })
    }
    const other = await gateway().call('GET', '/users/@me', { token: 'gh_other' })
    expect(other.headers.get('x-ratelimit-remaining')).to.equal('19')
  })

  it('have a bucket for each webhook, shared by its routes', async () => {
    await gateway().call('GET', '/webhooks/300')
    const same = await gateway().call('GET', '/webhooks/300')
    const other = await gateway().call('GET', '/webhooks/301')
    expect(same.headers.get('x-ratelimit-remaining')).to.equal('98')
    expect(other.headers.get('x-ratelimit-remaining')).to.equal('99')
  })

  it('have a bucket for all webhooks together, with ten times the limit', async () => {
    const request = (id: number) =>
      gateway().call('DELETE', `/webhooks/${id}/${'A'.repeat(40)}`, { ...from('203.0.113.5'), json: {} })
    const counted: number[] = []
    for (let id = 300; ; id += 1) {
      // At most the global limit of fifty in a second.
      if (id % 50 === 0) gateway().clock.advance(1000)
      const { status, headers } = await request(id)
      if (status === 429) {
        expect(headers.get('x-ratelimit-bucket')).to.equal('webhook:delete')
        expect(headers.get('x-ratelimit-limit')).to.equal('200')
        break
      }
      counted.push(status)
    }
    // As many, and those for which time passed.
    expect(counted).to.have.lengthOf.within(200, 320)
  })

  it('return the limit of a service if it has less left', async () => {
    const state = {
      bucket: 'webhook:create',
      limit: 10,
      remaining: 3,
      resetAt: 1_900_000_000,
      retryAfter: 0,
      global: false,
    }
    const { webhooks } = gateway().stubs
    const { create } = webhooks
    webhooks.create = (request, call) => ({ ...create(request, call), rateLimit: toRateLimitState(state) })
    const json = { name: 'Builds' }
    const shared = await gateway().call('POST', '/channels/200/webhooks', { json })
    expect(shared.headers.get('x-ratelimit-remaining')).to.equal('3')
    for (let i = 0; i < 7; i++) await gateway().call('POST', '/channels/200/webhooks', { json: {} })
    const own = await gateway().call('POST', '/channels/200/webhooks', { json })
    expect(own.headers.get('x-ratelimit-remaining')).to.equal('1')
  })

  it('allow fifty requests a second for each session over all routes', async () => {
    const paths = ['/webhooks/300', '/webhooks/301', '/channels/200/webhooks']
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, i) => gateway().call('GET', paths[i % 3] ?? '')),
    )
    const limited = responses.filter(({ status }) => status === 429)
    // Requests at the same time can exceed a limit by a tenth (service-kit/src/limits/deferred-takes.ts).
    expect(limited).to.have.lengthOf.within(5, 10)
    expect(limited[0]?.json).to.deep.include({ code: 'RATE_LIMITED', global: true })
    expect(limited[0]?.headers.get('x-ratelimit-bucket')).to.equal('global')
    gateway().stubs.signedIn.set('gh_other', { ...session, idHash: 'other' })
    expect((await gateway().call('GET', '/webhooks/300', { token: 'gh_other' })).status).to.equal(200)
  })

  it('count invalid tokens under their address', async () => {
    const probe = (token: string) =>
      gateway().call('GET', '/auth/sessions', { token, headers: { 'x-forwarded-for': '203.0.113.77' } })
    for (let i = 0; i < 40; i++) await probe(`gh_guess${i}`)
    expect((await probe('gh_guess')).status).to.equal(429)
    expect((await probe(annsToken)).status).to.equal(200)
  })
})

describe('rate limits in process memory', () => {
  const gateway = useGateway({
    GATEHOUSE_LIMITS_SCALE: '1',
    GATEHOUSE_LIMITS: JSON.stringify({
      pages: { limit: 3, window_seconds: 10 },
      unrouted: { limit: 3, window_seconds: 10 },
      preflight: { limit: 3, window_seconds: 10 },
    }),
  })
  beforeEach(() => gateway().clock.advance(3_600_000))

  const requests: [string, string, number, string][] = [
    ['GET', '/nowhere', 404, 'unrouted'],
    ['GET', '/%ff', 404, 'unrouted'],
    ['PUT', '/users/@me', 405, 'unrouted'],
    ['OPTIONS', '/users/@me', 204, 'preflight'],
    ['GET', '/docs', 200, 'pages'],
    ['GET', '/account/sign-in', 200, 'pages'],
    ['GET', '/docs/nothing', 404, 'pages'],
    ['GET', '/openapi.json', 200, 'pages'],
  ]
  for (const [method, path, status, bucket] of requests) {
    it(`reject the fourth ${method} ${path} in ten seconds`, async () => {
      const statuses: number[] = []
      for (let i = 0; i < 3; i++) statuses.push((await gateway().call(method, path)).status)
      const limited = await gateway().call(method, path)
      expect([...statuses, limited.status]).to.deep.equal([status, status, status, 429])
      expect(limited.headers.get('x-ratelimit-bucket')).to.equal(bucket)
      expect(limited.json.code).to.equal('RATE_LIMITED')
    })
  }
})

describe('GATEHOUSE_LIMITS', () => {
  const gateway = useGateway({
    GATEHOUSE_LIMITS_SCALE: '2',
    GATEHOUSE_LIMITS: JSON.stringify({
      'auth:username_suggestions': { limit: 1, window_seconds: 60 },
      global: { limit: 2, window_seconds: 1 },
    }),
  })
  const suggest = () =>
    gateway().call('POST', '/auth/username-suggestions', { token: null, json: { global_name: 'Ann' } })
  beforeEach(() => gateway().clock.advance(3_600_000))

  it('changes the given limits, scaled like all limits, and keeps the others', async () => {
    const first = await suggest()
    expect([first.status, first.headers.get('x-ratelimit-limit')]).to.deep.equal([200, '2'])
    await suggest()
    const limited = await suggest()
    expect([limited.status, limited.json.retry_after]).to.deep.equal([429, 30])
    gateway().clock.advance(1000)
    expect((await gateway().call('GET', '/users/@me')).headers.get('x-ratelimit-limit')).to.equal('80')
  })

  it('changes the global limit', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => gateway().call('GET', '/users/@me')))
    const limited = responses.filter(({ status }) => status === 429)
    expect(limited.map(({ json }) => json.global)).to.deep.equal([true])
  })

  it('cannot name an unknown bucket', () => {
    const env = { GATEHOUSE_REDIS_URL: 'redis://localhost', GATEHOUSE_LIMITS: '{"auth:logn": {}}' }
    expect(() => readSettings(settings, env)).to.throw(SettingsError, 'the bucket "auth:logn"')
  })
})
