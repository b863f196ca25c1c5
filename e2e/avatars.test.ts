import { request } from 'node:http'
import { expect } from 'chai'
import { openDevStack, type TestAccount, type Webhook } from './dev-stack.ts'

describe('the avatar of a webhook', () => {
  const stack = openDevStack()
  let ann: TestAccount
  let webhook: Webhook
  let path: string
  const bytes = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

  before(async () => {
    ann = await stack.register('ann')
    webhook = await stack.createWebhook(await stack.createGuildChannel(ann))
    const body = { avatar: `data:image/png;base64,${bytes.toString('base64')}` }
    const changed = await stack.patch<Webhook>(`/webhooks/${webhook.id}`, { token: ann.token, body })
    path = `/avatars/${webhook.id}/${changed.body.avatar}`
  })

  const load = (target: string, init: RequestInit = {}) =>
    fetch(`${stack.network().urls.gateway}${target}`, init)

  it('is served with the headers of an immutable image', async () => {
    for (const prefix of ['', '/v1']) {
      const response = await load(`${prefix}${path}`)
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).to.equal(true)
      const { headers } = response
      expect(headers.get('content-type')).to.equal('image/gif')
      expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
      expect(headers.get('x-content-type-options')).to.equal('nosniff')
      expect(headers.get('content-security-policy')).to.equal("default-src 'none'; sandbox")
      expect(headers.get('x-request-id')).to.match(/./)
      expect(headers.get('x-ratelimit-bucket')).to.equal('avatars')
    }
  })

  it('is served without its body, in parts, and not again', async () => {
    const head = await load(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, String(bytes.length)])
    const part = await load(path, { headers: { range: 'bytes=0-5' } })
    expect([part.status, await part.text()]).to.deep.equal([206, 'GIF89a'])
    const etag = part.headers.get('etag') ?? ''
    expect((await load(path, { headers: { 'if-none-match': etag } })).status).to.equal(304)
    for (const name of ['if-none-match', 'if-range', 'range', 'accept-encoding'])
      expect((await load(path, { headers: { [name]: `${etag}, `.repeat(350) } })).status, name).to.equal(200)
    expect((await load(path, { headers: { range: `bytes=${bytes.length}-` } })).status).to.equal(416)
  })

  it('is the only thing that can be reached', async () => {
    const { port } = new URL(stack.network().urls.gateway)
    const hash = path.split('/').at(-1)
    const paths = [
      ...[
        `/avatars/${webhook.id}/${'0'.repeat(32)}`,
        `/avatars/${webhook.id}/../${hash}`,
        `${path}/`,
        `/avatars/${webhook.id}/..%2f..%2fmetrics`,
      ],
      ...[
        `/avatars/..%2fmetrics/${hash}`,
        `/avatars/${webhook.id}/%2e%2e`,
        `/avatars/${webhook.id}%00/${hash}`,
        `/avatars/http:%2f%2f127.0.0.1/${hash}`,
      ],
      ...[
        `/avatars//${hash}`,
        `/avatars/${webhook.id}/${hash}%3fa`,
        `//avatars/${webhook.id}/${hash}`,
        `http://127.0.0.1:1${path}x`,
      ],
    ]
    for (const target of paths) {
      const status = await new Promise((resolve, reject) => {
        const sent = request({ port, path: target }, (answer) => resolve(answer.resume().statusCode))
        sent.on('error', reject).end()
      })
      expect(status, target).to.equal(404)
    }
    expect((await load(path, { method: 'POST' })).status).to.equal(405)
  })

  it('is served to requests with a body, which is not forwarded', async () => {
    const { port } = new URL(stack.network().urls.gateway)
    const headers = {
      'content-length': 4,
      authorization: ann.token,
      expect: '100-continue',
      connection: 'close',
    }
    const status = await new Promise((resolve, reject) => {
      const sent = request({ port, path, headers, method: 'GET' }, (answer) =>
        resolve(answer.resume().statusCode),
      )
      sent.on('error', reject).end('GET ')
    })
    expect(status).to.equal(200)
    expect((await load(path)).status).to.equal(200)
  })

  it('ends with its webhook', async () => {
    await stack.del(`/webhooks/${webhook.id}`, { token: ann.token })
    expect((await load(path)).status).to.equal(200)
    // Unused images are removed later, so that messages just read still show them.
    expect((await stack.get(`/webhooks/${webhook.id}`, { token: ann.token })).status).to.equal(404)
  })
})
