import { expect } from 'chai'
import { lines } from './hostile-client.ts'
import { sendRaw } from './raw-http.ts'
import { useGateway } from './running-gateway.ts'

describe('an error before routing', () => {
  const gateway = useGateway({ GATEHOUSE_HEADERS_TIMEOUT_MS: '300' }, { bodyTimeoutMs: 300 })

  const errors: [string, string, number, string][] = [
    ['no Host', lines('GET /users/@me HTTP/1.1', 'Connection: close'), 400, 'MALFORMED_REQUEST'],
    [
      'two Hosts',
      lines('GET /openapi.json HTTP/1.1', 'Host: a', 'host: b', 'Connection: close'),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'two Hosts in HTTP/1.0',
      lines('GET /openapi.json HTTP/1.0', 'Host: a', 'Host: a'),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'an unknown Expect',
      lines('GET /users/@me HTTP/1.1', 'Host: a', 'Expect: 200-maybe', 'Connection: close'),
      417,
      'EXPECTATION_FAILED',
    ],
    [
      'an Expect of 15 KB',
      lines('GET /users/@me HTTP/1.1', 'Host: a', `Expect: x${', "'.repeat(5000)}`, 'Connection: close'),
      417,
      'EXPECTATION_FAILED',
    ],
    ['CONNECT', lines('CONNECT a:443 HTTP/1.1', 'Host: a:443'), 405, 'METHOD_NOT_ALLOWED'],
    ['no HTTP', lines('NONSENSE'), 400, 'MALFORMED_REQUEST'],
    [
      'two lengths',
      lines('GET / HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2'),
      400,
      'MALFORMED_REQUEST',
    ],
    ['headers that do not end', 'GET / HTTP/1.1\r\nHost: a\r\n', 408, 'REQUEST_TIMEOUT'],
    [
      'headers of 200 KB',
      lines('GET / HTTP/1.1', 'Host: a', `X-A: ${'x'.repeat(200_000)}`),
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'chunk extensions of 20 KB',
      `${lines('POST /auth/login HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}2;${'x'.repeat(20_000)}\r\n{}\r\n`,
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'chunks of one byte',
      `${lines('PATCH /webhooks/1/none HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked')}${'1\r\nx\r\n'.repeat(500_000)}0\r\n\r\n`,
      400,
      'MALFORMED_REQUEST',
    ],
  ]
  for (const [what, request, status, code] of errors) {
    it(`has a JSON body and a logged request id: ${what}`, async () => {
      const response = await sendRaw(gateway().url, request)
      expect([response.status, JSON.parse(response.body).code]).to.deep.equal([status, code])
      expect(response.headers.get('content-type')).to.equal('application/json')
      expect(response.headers.get('cache-control')).to.equal('no-store')
      expect(response.headers.get('x-content-type-options')).to.equal('nosniff')
      expect(response.headers.get('content-security-policy')).to.equal(
        "default-src 'none'; frame-ancestors 'none'",
      )
      const requestId = response.headers.get('x-request-id')
      expect(requestId).to.match(/^[0-9a-f-]{36}$/)
      const logged = gateway().logged.lines.filter((line) => line.request_id === requestId)
      expect(logged.map((line) => line.status)).to.deep.equal([status])
      expect(response.headers.has('allow')).to.equal(status === 405)
    })
  }

  it('arrives although the headers are still being sent', async () => {
    const { url } = gateway()
    const name = `X-A: ${'x'.repeat(60_000)}\r\n`
    for (const header of [name.repeat(20), `Authorization: ${'x'.repeat(1_000_000)}`]) {
      for (let round = 0; round < 10; round += 1) {
        const response = await sendRaw(url, 'GET /users/@me HTTP/1.1\r\nHost: a\r\n', header, header)
        expect([response.status, JSON.parse(response.body).code]).to.deep.equal([431, 'HEADERS_TOO_LARGE'])
      }
    }
  })

  it('has the request id of a CONNECT request', async () => {
    const response = await sendRaw(
      gateway().url,
      lines('CONNECT a:443 HTTP/1.1', 'Host: a', 'X-Request-Id: mine'),
    )
    expect(response.headers.get('x-request-id')).to.equal('mine')
  })

  it('is not returned for HTTP/1.0 without Host', async () => {
    const response = await sendRaw(gateway().url, lines('GET /openapi.json HTTP/1.0'))
    expect(response.status).to.equal(200)
  })

  it('is sent after the responses to earlier requests', async () => {
    const good = lines('GET /openapi.json HTTP/1.1', 'Host: a')
    for (const [bad, status] of [
      [lines('NONSENSE'), 400],
      [lines('CONNECT a:443 HTTP/1.1', 'Host: a:443'), 405],
    ] as const) {
      const { text } = await sendRaw(gateway().url, good + good + bad)
      expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal([
        'HTTP/1.1 200',
        'HTTP/1.1 200',
        `HTTP/1.1 ${status}`,
      ])
    }
  })
})
