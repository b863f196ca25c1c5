import { slowRequest } from '@gatehouse/service-kit/testing/slow-request'
import { expect } from 'chai'
import { annsToken } from './fixtures.ts'
import { sendRaw } from './raw-http.ts'
import { useGateway } from './running-gateway.ts'

const limit = 64 * 1024

describe('a body on a route without one', () => {
  const gateway = useGateway()
  const head = (line: string, ...headers: string[]) =>
    [`${line} HTTP/1.1`, 'Host: a', `Authorization: ${annsToken}`, ...headers, '', ''].join('\r\n')
  const last = head('GET /auth/sessions/current', 'Connection: close')
  const rpcs = () => gateway().stubs.received.map(({ rpc }) => rpc)

  for (const line of ['GET /users/@me', 'DELETE /webhooks/300', 'POST /auth/logout']) {
    it(`is ignored, and the connection stays open: ${line}`, async () => {
      const body = 'x'.repeat(limit)
      const announced = head(line, 'Content-Type: text/odd; =', `Content-Length: ${limit}`)
      const { text } = await sendRaw(gateway().url, announced, body, last)
      expect(text.match(/HTTP\/1\.1 \d+/g)).to.have.length(2)
      expect(text).not.to.match(/HTTP\/1\.1 [345]/)
    })
  }

  it('is read completely before the handler runs', async () => {
    const headers = { authorization: annsToken }
    const slow = { method: 'DELETE', path: '/webhooks/300', headers, body: 'ignored' }
    const { finish } = await slowRequest(gateway().url, slow)
    expect(rpcs()).to.deep.equal([])
    expect(await finish()).to.deep.equal({ status: 204, body: '' })
    expect(rpcs()).to.deep.equal(['webhooks.delete'])
  })

  it('is rejected if Content-Length is above 64 KiB', async () => {
    const announced = head('DELETE /webhooks/300', `Content-Length: ${limit + 1}`)
    const response = await sendRaw(gateway().url, announced)
    expect([response.status, response.headers.get('connection')]).to.deep.equal([413, 'close'])
    expect(JSON.parse(response.body)).to.deep.include({ code: 'PAYLOAD_TOO_LARGE', limit })
    expect(rpcs()).to.deep.equal([])
  })

  it('is rejected if it grows above 64 KiB', async () => {
    const chunked = head('DELETE /webhooks/300', 'Transfer-Encoding: chunked')
    const chunk = `10000\r\n${'x'.repeat(limit)}\r\n`
    const response = await sendRaw(gateway().url, chunked, chunk, '1\r\nx\r\n', '0\r\n\r\n')
    expect([response.status, response.headers.get('connection')]).to.deep.equal([413, 'close'])
    expect(rpcs()).to.deep.equal([])
  })
})
