import { expect } from 'chai'
import { annsToken, session } from './fixtures.ts'
import { sendRaw } from './raw-http.ts'
import { useGateway } from './running-gateway.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

describe('the door', () => {
  const gateway = useGateway({
    GATEHOUSE_CORS_ORIGINS: 'https://app.example',
    GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
  })

  it('keeps a harmless request id and passes it on to services', async () => {
    const { headers } = await gateway().call('GET', '/users/@me', {
      headers: { 'x-request-id': 'Abc.1_2-3' },
    })
    expect(headers.get('x-request-id')).to.equal('Abc.1_2-3')
    expect(gateway().stubs.received[0]?.requestId).to.equal('Abc.1_2-3')
  })

  it('replaces a request id that could forge a log line or a header', async () => {
    for (const odd of ['a b', 'a"b', 'x'.repeat(129), '\u00e9', 'a\tb']) {
      const { headers } = await gateway().call('GET', '/users/@me', { headers: { 'x-request-id': odd } })
      expect(headers.get('x-request-id')).to.match(uuid)
    }
  })

  it('writes one line a request, with the pattern and never the path', async () => {
    const { lines } = gateway().logged
    lines.length = 0
    await gateway().call('GET', '/v1/webhooks/300/ghw_secret?x=ghw_secret', {
      headers: { 'x-request-id': 'one' },
    })
    await gateway().call('GET', '/nowhere/ghw_secret')
    const access = lines.filter(({ msg }) => msg === 'request')
    expect(access).to.have.length(2)
    expect(access[0]).to.include({
      requestId: 'one',
      method: 'GET',
      route: '/webhooks/{webhook_id}/{token}',
      status: 200,
    })
    expect(access[0]?.ms).to.be.a('number')
    expect(access[1]).to.include({ route: null, status: 404 })
    expect(JSON.stringify(lines)).not.to.include('ghw_secret')
  })

  it('answers HEAD like GET, without the body', async () => {
    const get = await gateway().call('GET', '/users/@me')
    const head = await gateway().call('HEAD', '/users/@me')
    expect([head.status, head.text]).to.deep.equal([200, ''])
    expect(head.headers.get('content-length')).to.equal(get.headers.get('content-length'))
    expect((await gateway().call('HEAD', '/auth/login')).status).to.equal(405)
  })

  it('answers an unknown path in JSON, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const { status, json } = await gateway().call(method, '/nowhere')
      expect([status, json]).to.deep.equal([
        404,
        { code: 'NOT_FOUND', message: 'There is nothing at this path.' },
      ])
    }
  })

  it('mounts nothing beside / and /v1', async () => {
    for (const path of ['/v2/users/@me', '/v1/v1/users/@me', '/V1/users/@me', '/api/users/@me']) {
      expect((await gateway().call('GET', path)).status).to.equal(404)
    }
  })

  it('takes no TRACE', async () => {
    const answer = await sendRaw(
      gateway().url,
      'TRACE /users/@me HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )
    expect(answer.status).to.equal(405)
    expect(answer.headers.get('allow')).to.equal('GET, HEAD, OPTIONS')
  })

  it('lets pages of allowed origins in, and tells browsers to remember it', async () => {
    const answer = await gateway().call('OPTIONS', '/webhooks/300', {
      token: null,
      headers: { origin: 'https://app.example', 'access-control-request-method': 'PATCH' },
    })
    expect([answer.status, answer.text]).to.deep.equal([204, ''])
    expect(answer.headers.get('access-control-allow-origin')).to.equal('https://app.example')
    expect(answer.headers.get('access-control-allow-methods')).to.equal('GET, HEAD, PATCH, DELETE, OPTIONS')
    expect(answer.headers.get('access-control-allow-headers')).to.include('Authorization')
    expect(answer.headers.get('access-control-max-age')).to.equal('7200')
    const actual = await gateway().call('GET', '/users/@me', { headers: { origin: 'https://app.example' } })
    expect(actual.headers.get('access-control-allow-origin')).to.equal('https://app.example')
    expect(actual.headers.get('access-control-expose-headers')).to.include('X-Webhook-Result')
    expect(actual.headers.get('vary')).to.equal('Origin')
  })

  it('gives other origins no leave', async () => {
    for (const origin of ['https://app.example.evil', 'http://app.example', 'null', 'https://APP.example']) {
      for (const method of ['OPTIONS', 'GET']) {
        const { headers } = await gateway().call(method, '/users/@me', { headers: { origin } })
        expect(headers.has('access-control-allow-origin')).to.equal(false)
      }
    }
  })

  it('takes the address that our proxies tell, and nothing beyond', async () => {
    const told: Record<string, string> = {
      '203.0.113.9': '203.0.113.9',
      '6.6.6.6, 203.0.113.9, 10.1.2.3': '203.0.113.9',
      '::ffff:203.0.113.9': '203.0.113.9',
      'garbage, 10.1.2.3': '10.1.2.3',
      '203.0.113.9, garbage': '127.0.0.1',
    }
    for (const [header, address] of Object.entries(told)) {
      await gateway().call('POST', '/auth/login', {
        json: { email: 'a@b.test', password: 'x' },
        headers: { 'x-forwarded-for': header },
      })
      expect(gateway().stubs.received.at(-1)?.request).to.have.nested.property('client.address', address)
    }
  })

  it('keeps a connection open over refusals', async () => {
    const one =
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}'
    const last = one.replace('Host: a', 'Host: a\r\nConnection: close')
    const { text } = await sendRaw(gateway().url, one, last)
    expect(text.match(/HTTP\/1\.1 415/g)).to.have.length(2)
  })
})

describe('what is hardly HTTP', () => {
  const gateway = useGateway({}, { bodyTimeoutMs: 200 })
  const stillWorks = async () =>
    expect((await gateway().call('GET', '/auth/sessions/current')).status).to.equal(200)

  it('answers malformed requests in JSON and goes on', async () => {
    const odd = [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
      '\u0016\u0003\u0001',
    ]
    for (const text of odd) {
      const answer = await sendRaw(gateway().url, text, '\r\n\r\n')
      expect(answer.status).to.equal(400)
      expect(JSON.parse(answer.body).code).to.equal('MALFORMED_REQUEST')
    }
    await stillWorks()
  })

  it('refuses headers past all measure with 431', async () => {
    const answer = await sendRaw(
      gateway().url,
      `GET /users/@me HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(200_000)}\r\n\r\n`,
    )
    expect(answer.status).to.equal(431)
    expect(JSON.parse(answer.body).code).to.equal('HEADERS_TOO_LARGE')
    await stillWorks()
  })

  it('refuses a body that is announced too large before it comes', async () => {
    const answer = await sendRaw(
      gateway().url,
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\nExpect: 100-continue\r\n\r\n',
    )
    expect(answer.text).not.to.include('100 Continue')
    expect(answer.status).to.equal(413)
    expect(answer.headers.get('connection')).to.equal('close')
  })

  it('refuses a body that grows too large on the way', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const head =
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    const answer = await sendRaw(gateway().url, head, ...Array<string>(8).fill(chunk), '0\r\n\r\n')
    expect(answer.status).to.equal(413)
  })

  it('lets slow senders go', async () => {
    const head =
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{'
    const answer = await sendRaw(gateway().url, head)
    expect(answer.status).to.equal(408)
    expect(JSON.parse(answer.body).code).to.equal('REQUEST_TIMEOUT')
  })

  it('survives a body whose chunks are garbage', async () => {
    const head =
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'
    expect((await sendRaw(gateway().url, head)).status).to.equal(400)
    await stillWorks()
  })

  it('invites a body that it wants', async () => {
    const head = `POST /auth/logout HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
    expect((await sendRaw(gateway().url, head)).status).to.equal(204)
    const body = '{"global_name":"Ann"}'
    const wanted = `POST /auth/username-suggestions HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`
    const { text } = await sendRaw(gateway().url, wanted, body)
    expect(text).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200/)
  })
})

describe('limits at the door', () => {
  const gateway = useGateway({ GATEHOUSE_LIMITS_SCALE: '1', GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' })
  const from = (address: string) => ({
    token: null,
    headers: { 'x-forwarded-for': address },
    json: { global_name: 'Ann' },
  })
  const suggest = (address: string) => gateway().call('POST', '/auth/username-suggestions', from(address))
  beforeEach(() => gateway().clock.advance(3_600_000))

  it('tells what is left, and refuses the eleventh in ten seconds', async () => {
    const first = await suggest('203.0.113.1')
    expect(first.headers.get('x-ratelimit-limit')).to.equal('10')
    expect(first.headers.get('x-ratelimit-remaining')).to.equal('9')
    expect(first.headers.get('x-ratelimit-bucket')).to.equal('auth:username_suggestions')
    const now = gateway().clock.now() / 1000
    expect(Number(first.headers.get('x-ratelimit-reset'))).to.be.within(now, now + 10)
    for (let i = 0; i < 9; i++) await suggest('203.0.113.1')
    const refused = await suggest('203.0.113.1')
    expect([refused.status, refused.json.code, refused.json.global]).to.deep.equal([
      429,
      'RATE_LIMITED',
      false,
    ])
    expect(refused.json.retry_after).to.be.within(0.5, 1)
    expect(refused.headers.get('retry-after')).to.equal('1')
    expect(refused.headers.get('x-ratelimit-remaining')).to.equal('0')
    gateway().clock.advance(1000)
    expect((await suggest('203.0.113.1')).status).to.equal(200)
  })

  it('counts bad bodies, and a /64 as one address', async () => {
    for (let i = 0; i < 10; i++) {
      const address = `2001:db8::${i}`
      await gateway().call('POST', '/auth/username-suggestions', { ...from(address), json: {} })
    }
    expect((await suggest('2001:db8::ffff')).status).to.equal(429)
    expect((await suggest('2001:db8:0:1::1')).status).to.equal(200)
  })

  it('counts an account over its sessions and addresses', async () => {
    gateway().stubs.signedIn.set('gh_other', { ...session, idHash: 'other' })
    for (let i = 0; i < 20; i++) {
      await gateway().call('GET', '/users/@me', { headers: { 'x-forwarded-for': `203.0.113.${i}` } })
    }
    const other = await gateway().call('GET', '/users/@me', { token: 'gh_other' })
    expect(other.headers.get('x-ratelimit-remaining')).to.equal('19')
  })

  it('gives each webhook its own bucket, shared by the ways to it', async () => {
    await gateway().call('GET', '/webhooks/300')
    const same = await gateway().call('GET', '/webhooks/300')
    const other = await gateway().call('GET', '/webhooks/301')
    expect(same.headers.get('x-ratelimit-remaining')).to.equal('98')
    expect(other.headers.get('x-ratelimit-remaining')).to.equal('99')
  })

  it('caps everything at fifty a second for each session', async () => {
    const paths = ['/webhooks/300', '/webhooks/301', '/channels/200/messages']
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => gateway().call('GET', paths[i % 3] ?? '')),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).to.have.length(10)
    expect(refused[0]?.json).to.deep.include({ code: 'RATE_LIMITED', global: true })
    expect(refused[0]?.headers.get('x-ratelimit-bucket')).to.equal('global')
    gateway().stubs.signedIn.set('gh_other', { ...session, idHash: 'other' })
    expect((await gateway().call('GET', '/webhooks/300', { token: 'gh_other' })).status).to.equal(200)
  })

  it('counts bad tokens under their address', async () => {
    const probe = (token: string) =>
      gateway().call('GET', '/auth/sessions', { token, headers: { 'x-forwarded-for': '203.0.113.77' } })
    for (let i = 0; i < 40; i++) await probe(`gh_guess${i}`)
    expect((await probe('gh_guess')).status).to.equal(429)
    expect((await probe(annsToken)).status).to.equal(200)
  })
})
