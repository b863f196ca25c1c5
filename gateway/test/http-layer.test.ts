import { routes } from '@gatehouse/gateway/routes'
import { expect } from 'chai'
import { metricOf } from './metrics.ts'
import { sendRaw } from './raw-http.ts'
import { useGateway } from './running-gateway.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

describe('the HTTP layer', () => {
  const gateway = useGateway({
    GATEHOUSE_CORS_ORIGINS: 'https://app.example',
    GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
  })

  it('keeps a safe request id and sends it to services', async () => {
    const { headers } = await gateway().call('GET', '/users/@me', {
      headers: { 'x-request-id': 'Abc.1_2-3' },
    })
    expect(headers.get('x-request-id')).to.equal('Abc.1_2-3')
    expect(gateway().stubs.received[0]?.requestId).to.equal('Abc.1_2-3')
  })

  it('replaces a request id that could forge a log record or a header', async () => {
    for (const odd of ['a b', 'a"b', 'x'.repeat(129), '\u00e9', 'a\tb']) {
      const { headers } = await gateway().call('GET', '/users/@me', { headers: { 'x-request-id': odd } })
      expect(headers.get('x-request-id')).to.match(uuid)
    }
  })

  it('rejects a token longer than any token without a call to a service', async () => {
    for (const [length, expected] of [
      [257, [401, 'UNAUTHORIZED']],
      [15_000, [401, 'UNAUTHORIZED']],
      [65_536, [431, 'HEADERS_TOO_LARGE']],
    ] as const) {
      const { status, json } = await gateway().call('GET', '/users/@me', { token: 'x'.repeat(length) })
      expect([status, json.code]).to.deep.equal(expected)
    }
    expect(gateway().stubs.received).to.deep.equal([])
  })

  it('writes one access log record per request, with the path pattern and never the path', async () => {
    const { lines } = gateway().logged
    lines.length = 0
    await gateway().call('GET', '/v1/webhooks/300/ghw_secret?x=ghw_secret', {
      headers: { 'x-request-id': 'one' },
    })
    await gateway().call('GET', '/nowhere/ghw_secret')
    const access = lines.filter(({ msg }) => msg === 'request')
    expect(access).to.have.length(2)
    expect(access[0]).to.include({
      request_id: 'one',
      method: 'GET',
      route: '/webhooks/{webhook_id}/{token}',
      status: 200,
    })
    expect(access[0]?.duration_ms).to.be.a('number')
    expect(access[1]).to.include({ route: null, status: 404 })
    expect(JSON.stringify(lines)).not.to.include('ghw_secret')
  })

  it('measures requests by route and status, without text of the request', async () => {
    const { opsAddress } = gateway()
    const requests = [
      ['GET', '/users/@me', 'method="GET",route="/users/@me",status="200"'],
      ['PUT', '/users/@me', 'method="other",route="/users/@me",status="405"'],
      ['GET', '/evil-path', 'method="other",route="other",status="404"'],
    ] as const
    for (const [method, path, labels] of requests) {
      const sample = `gatehouse_http_request_seconds_count{${labels}}`
      const before = await metricOf(opsAddress, sample)
      await gateway().call(method, path)
      expect(await metricOf(opsAddress, sample)).to.equal(before + 1)
    }
    expect(await (await fetch(`http://${opsAddress}/metrics`)).text()).not.to.contain('evil')
  })

  it('answers HEAD like GET without a body', async () => {
    const get = await gateway().call('GET', '/users/@me')
    const head = await gateway().call('HEAD', '/users/@me')
    expect([head.status, head.text]).to.deep.equal([200, ''])
    expect(head.headers.get('content-length')).to.equal(get.headers.get('content-length'))
    expect((await gateway().call('HEAD', '/auth/login')).status).to.equal(405)
  })

  it('returns JSON for an unknown path with any method', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const { status, json } = await gateway().call(method, '/nowhere')
      expect([status, json]).to.deep.equal([404, { code: 'NOT_FOUND', message: 'This path does not exist.' }])
    }
  })

  it('serves a GET of an exact path as one that Express matches', async () => {
    const { lines } = gateway().logged
    const seen = async (url: string, token: string | undefined) => {
      lines.length = 0
      const headers = { origin: 'https://app.example', 'x-forwarded-for': '203.0.113.77' }
      const response = await gateway().call('GET', url, { headers, ...(token && { token }) })
      const names = [...response.headers.keys()].toSorted()
      const { route, status } = lines.find(({ msg }) => msg === 'request') ?? {}
      return { status: response.status, text: response.text, names, route, logged: status }
    }
    const paths = routes.filter(({ method, path }) => method === 'get' && !path.includes('{'))
    expect(paths).to.have.length.above(10)
    for (const { path } of paths)
      for (const prefix of ['', '/v1'])
        for (const token of [undefined, 'gh_unknown']) {
          gateway().clock.advance(60_000)
          const exact = await seen(prefix + path, token)
          // Express ignores the empty query.
          expect(await seen(`${prefix}${path}?`, token), prefix + path).to.deep.equal(exact)
        }
  })

  it('serves routes only at / and /v1', async () => {
    for (const path of ['/v2/users/@me', '/v1/v1/users/@me', '/V1/users/@me', '/api/users/@me']) {
      expect((await gateway().call('GET', path)).status).to.equal(404)
    }
  })

  it('rejects TRACE', async () => {
    const response = await sendRaw(
      gateway().url,
      'TRACE /users/@me HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )
    expect(response.status).to.equal(405)
    expect(response.headers.get('allow')).to.equal('GET, HEAD, PATCH, OPTIONS')
  })

  it('allows CORS for configured origins and lets browsers cache the preflight', async () => {
    const response = await gateway().call('OPTIONS', '/webhooks/300', {
      token: null,
      headers: { origin: 'https://app.example', 'access-control-request-method': 'PATCH' },
    })
    expect([response.status, response.text]).to.deep.equal([204, ''])
    expect(response.headers.get('access-control-allow-origin')).to.equal('https://app.example')
    expect(response.headers.get('access-control-allow-methods')).to.equal('GET, HEAD, PATCH, DELETE, OPTIONS')
    const names = ['Authorization', 'traceparent', 'tracestate', 'baggage', 'sentry-trace']
    expect(response.headers.get('access-control-allow-headers')?.split(', ')).to.include.members(names)
    expect(response.headers.get('access-control-max-age')).to.equal('7200')
    const actual = await gateway().call('GET', '/users/@me', { headers: { origin: 'https://app.example' } })
    expect(actual.headers.get('access-control-allow-origin')).to.equal('https://app.example')
    expect(actual.headers.get('access-control-expose-headers')).to.include('X-Webhook-Result')
    expect(actual.headers.get('vary')).to.equal('Origin')
  })

  it('does not allow CORS for localhost by default', async () => {
    const { headers } = await gateway().call('GET', '/users/@me', {
      headers: { origin: 'http://localhost:5173' },
    })
    expect(headers.has('access-control-allow-origin')).to.equal(false)
  })

  it('does not allow CORS for other origins', async () => {
    for (const origin of ['https://app.example.evil', 'http://app.example', 'null', 'https://APP.example']) {
      for (const method of ['OPTIONS', 'GET']) {
        const { headers } = await gateway().call(method, '/users/@me', { headers: { origin } })
        expect(headers.has('access-control-allow-origin')).to.equal(false)
      }
    }
  })

  it('names the authentication scheme in every 401', async () => {
    for (const token of [null, 'gh_unknown', 'x'.repeat(257)]) {
      const { status, headers } = await gateway().call('GET', '/users/@me', { token })
      expect([status, headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer realm="gatehouse"'])
    }
  })

  it('takes the client address from trusted proxies only', async () => {
    const forwarded: Record<string, string> = {
      '203.0.113.9': '203.0.113.9',
      '6.6.6.6, 203.0.113.9, 10.1.2.3': '203.0.113.9',
      '::ffff:203.0.113.9': '203.0.113.9',
      'garbage, 10.1.2.3': '10.1.2.3',
      '203.0.113.9, garbage': '127.0.0.1',
    }
    for (const [header, address] of Object.entries(forwarded)) {
      await gateway().call('POST', '/auth/login', {
        json: { email: 'a@b.test', password: 'x' },
        headers: { 'x-forwarded-for': header },
      })
      expect(gateway().stubs.received.at(-1)?.request).to.have.nested.property('client.address', address)
    }
  })

  it('keeps a connection open after errors', async () => {
    const one =
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}'
    const last = one.replace('Host: a', 'Host: a\r\nConnection: close')
    const { text } = await sendRaw(gateway().url, one, last)
    expect(text.match(/HTTP\/1\.1 415/g)).to.have.length(2)
  })
})

describe('a gateway that allows web pages of localhost', () => {
  const gateway = useGateway({ GATEHOUSE_CORS_LOCALHOST: '1' })
  const allowedOrigin = async (origin: string) => {
    const { headers } = await gateway().call('GET', '/users/@me', { headers: { origin } })
    return headers.get('access-control-allow-origin')
  }

  it('allows every port of localhost', async () => {
    for (const origin of [
      'http://localhost:5173',
      'http://localhost',
      'https://127.0.0.1:8443',
      'http://[::1]:3000',
    ])
      expect(await allowedOrigin(origin)).to.equal(origin)
  })

  it('allows no origin that only looks like localhost', async () => {
    for (const origin of [
      'http://localhost.evil.example',
      'http://evil.example:80/http://localhost:1',
      'http://localhost:1x',
      'http://xlocalhost:1',
      'http://127.0.0.10:1',
      'null',
    ])
      expect(await allowedOrigin(origin), origin).to.equal(null)
  })
})
