import { expect } from 'chai'
import { sendRaw } from './raw-http.ts'
import { useGateway } from './running-gateway.ts'

describe('invalid HTTP', () => {
  const gateway = useGateway({}, { bodyTimeoutMs: 200 })
  const stillWorks = async () =>
    expect((await gateway().call('GET', '/auth/sessions/current')).status).to.equal(200)

  it('is answered in JSON, and the gateway continues', async () => {
    const odd = [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
      '\u0016\u0003\u0001',
    ]
    for (const text of odd) {
      const response = await sendRaw(gateway().url, text, '\r\n\r\n')
      expect(response.status).to.equal(400)
      expect(JSON.parse(response.body).code).to.equal('MALFORMED_REQUEST')
    }
    await stillWorks()
  })

  it('is answered with 431 for very large headers', async () => {
    const response = await sendRaw(
      gateway().url,
      `GET /users/@me HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(200_000)}\r\n\r\n`,
    )
    expect(response.status).to.equal(431)
    expect(JSON.parse(response.body).code).to.equal('HEADERS_TOO_LARGE')
    await stillWorks()
  })

  it('is rejected before the body if Content-Length is too large', async () => {
    const response = await sendRaw(
      gateway().url,
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\nExpect: 100-continue\r\n\r\n',
    )
    expect(response.text).not.to.include('100 Continue')
    expect(response.status).to.equal(413)
    expect(response.headers.get('connection')).to.equal('close')
  })

  it('is rejected when the body grows too large', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const head =
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    const response = await sendRaw(gateway().url, head, ...Array<string>(8).fill(chunk), '0\r\n\r\n')
    expect(response.status).to.equal(413)
  })

  it('is answered with 408 for a slow body', async () => {
    const head =
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{'
    const response = await sendRaw(gateway().url, head)
    expect(response.status).to.equal(408)
    expect(JSON.parse(response.body).code).to.equal('REQUEST_TIMEOUT')
  })

  it('is answered with 400 for invalid chunks', async () => {
    const head =
      'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'
    expect((await sendRaw(gateway().url, head)).status).to.equal(400)
    await stillWorks()
  })

  it('does not include Expect: 100-continue, which is answered with 100', async () => {
    const head = `POST /auth/logout HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
    expect((await sendRaw(gateway().url, head)).status).to.equal(204)
    const body = '{"global_name":"Ann"}'
    const wanted = `POST /auth/username-suggestions HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`
    const { text } = await sendRaw(gateway().url, wanted, body)
    expect(text).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200/)
  })
})
