import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { slowRequest } from '@gatehouse/service-kit/testing/slow-request'
import { expect } from 'chai'
import { webhookToken } from './fixtures.ts'
import { sendRaw } from './raw-http.ts'
import { useGateway } from './running-gateway.ts'

const webhook = `/webhooks/300/${webhookToken}`
const routes = { 'a webhook with its token': webhook, 'a message': `${webhook}/messages/400` }
const threshold = 64 * 1024

for (const [what, path] of Object.entries(routes)) {
  describe(`a large body that changes ${what}`, () => {
    const gateway = useGateway({}, { lingerMs: 50 })
    const asked = () => gateway().stubs.received.filter(({ rpc }) => rpc === 'webhooks.getByToken').length
    const head = (...headers: string[]) =>
      [`PATCH ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', ...headers, '\r\n'].join('\r\n')
    const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`
    const rejectToken = () => {
      gateway().stubs.webhooks.getByToken = () => {
        throw new ServiceError('UNKNOWN_WEBHOOK')
      }
    }

    it('is rejected before its first byte if the token is wrong', async () => {
      rejectToken()
      for (const expectation of [[], ['Expect: 100-continue']]) {
        const { status, body, headers } = await sendRaw(
          gateway().url,
          head('Content-Length: 100000', ...expectation),
        )
        expect([status, JSON.parse(body).code]).to.deep.equal([404, 'UNKNOWN_WEBHOOK'])
        expect(headers.get('connection')).to.equal('close')
      }
    })

    it('is rejected after 64 KiB if its length is unknown', async () => {
      rejectToken()
      const response = await sendRaw(gateway().url, head('Transfer-Encoding: chunked'), chunk.repeat(17))
      expect([response.status, JSON.parse(response.body).code]).to.deep.equal([404, 'UNKNOWN_WEBHOOK'])
    })

    it('is read if the token is right, which is asked once', async () => {
      const padding = 'x'.repeat(2 * threshold)
      const json = { name: 'Builds', content: 'Done', padding }
      expect((await gateway().call('PATCH', path, { token: null, json })).status).to.equal(200)
      const body = JSON.stringify(json)
      const chunks =
        body.match(/.{1,4096}/g)?.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`) ?? []
      const response = await sendRaw(
        gateway().url,
        head('Transfer-Encoding: chunked', 'Connection: close'),
        ...chunks,
        '0\r\n\r\n',
      )
      expect([response.status, asked()]).to.deep.equal([200, 2])
    })

    it('is not read while the token is asked', async () => {
      const asking = Promise.withResolvers<void>()
      const answered = Promise.withResolvers<void>()
      const { getByToken } = gateway().stubs.webhooks
      gateway().stubs.webhooks.getByToken = async (request, call) => {
        asking.resolve()
        await answered.promise
        return getByToken(request, call)
      }
      const json = JSON.stringify({ name: 'Builds', content: 'Done', padding: 'x'.repeat(threshold) })
      let isRead = false
      const reading = slowRequest(gateway().url, { method: 'PATCH', path, body: json })
      reading.then(() => {
        isRead = true
      })
      await asking.promise
      expect((await gateway().call('GET', '/users/@me')).status).to.equal(200)
      expect(isRead).to.equal(false)
      answered.resolve()
      const { finish } = await reading
      expect((await finish()).status).to.equal(200)
    })

    it('is asked for beyond 64 KiB only', async () => {
      const json = { name: 'Builds', content: 'Done', padding: '' }
      json.padding = 'x'.repeat(threshold - JSON.stringify(json).length)
      expect((await gateway().call('PATCH', path, { token: null, json })).status).to.equal(200)
      expect(asked()).to.equal(0)
    })
  })
}
