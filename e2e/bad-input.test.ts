import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { type GuildChannel, openDevStack, type TestAccount, type Webhook } from './dev-stack.ts'

const json = { 'content-type': 'application/json' }

/** Input that is bad for one route; every-route.test.ts has what is bad for every route. */
describe('bad input', () => {
  const stack = openDevStack()
  let ann: TestAccount
  let guildChannel: GuildChannel
  let webhook: Webhook

  before(async () => {
    ann = await stack.register('ann')
    guildChannel = await stack.createGuildChannel(ann)
    webhook = await stack.createWebhook(guildChannel)
  })

  const login = (body: unknown, headers: Record<string, string> = json) =>
    stack.post('/auth/login', { body, headers })

  it('is rejected with the position where JSON is malformed', async () => {
    const { status, body } = await login('{"email": "a@b.c", "password": oops}')
    expect([status, body.code, body.position]).to.deep.equal([400, 'MALFORMED_JSON', 31])
  })

  it('is rejected if it is larger than the route accepts', async () => {
    const account = await login(JSON.stringify({ email: 'x'.repeat(70_000) }))
    expect([account.status, account.body.code, account.body.limit]).to.deep.equal([
      ...[413, 'PAYLOAD_TOO_LARGE', 65_536],
    ])
    const create = await stack.post(`/channels/${guildChannel.channel_id}/webhooks`, {
      token: ann.token,
      body: { name: 'x', avatar: 'x'.repeat(600_000) },
    })
    expect([create.status, create.body.code]).to.deep.equal([413, 'PAYLOAD_TOO_LARGE'])
    const push = await stack.postPush(webhook, { ref: 'x'.repeat(26 * 1024 * 1024) })
    expect([push.status, push.body.code]).to.deep.equal([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('is rejected on an unknown path', async () => {
    for (const path of ['/nothing', '/v2/auth/login', '/auth', '/auth%2Flogin', '/..%2fauth/login']) {
      const { status, body } = await stack.post(path, { body: {} })
      expect([status, body.code], path).to.deep.equal([404, 'NOT_FOUND'])
    }
  })

  it('is rejected if it is no object, or of an unknown event', async () => {
    for (const text of ['[]', '"x"', '{"ref":']) {
      const { status, headers } = await stack.postPush(webhook, text, 'push', { headers: json })
      expect(status, text).to.equal(400)
      expect(headers.get('x-webhook-result')).to.match(/^rejected:/)
    }
    const unnamed = await stack.post(`/webhooks/${webhook.id}/${webhook.token}/code-host`, {
      body: { odd: 1 },
    })
    expect(unnamed.status).to.equal(400)
    expect(unnamed.body.message).to.match(/X-GitHub-Event/i)
    const typed = await stack.postPush(webhook, '<xml/>', 'push', {
      headers: { 'content-type': 'application/xml' },
    })
    expect([typed.status, typed.body.code]).to.deep.equal([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('with several Authorization headers is not authorized', async () => {
    const response = await raw(
      'GET /users/@me HTTP/1.1',
      'Host: localhost',
      `Authorization: ${ann.token}`,
      `Authorization: ${ann.token}`,
      'Connection: close',
    )
    expect(response).to.match(/^HTTP\/1.1 401 /)
  })

  it('that is not HTTP ends only its own connection', async () => {
    expect(await raw('NONSENSE')).to.match(/^HTTP\/1.1 400 /)
    expect(await raw('GET / HTTP/1.1', 'Host: localhost', `X: ${'x'.repeat(300_000)}`)).to.match(
      /^HTTP\/1.1 431 /,
    )
    expect((await stack.get('/users/@me', { token: ann.token })).status).to.equal(200)
  })

  it('is answered with a request id and never with a stack trace', async () => {
    const response = await stack.get('/nothing', { headers: { 'x-request-id': 'request-1' } })
    expect(response.headers.get('x-request-id')).to.equal('request-1')
    const odd = await stack.get('/nothing', { headers: { 'x-request-id': 'no good <id>' } })
    expect(odd.headers.get('x-request-id')).to.match(/^[A-Za-z0-9._-]{1,128}$/)
    expect(JSON.stringify(odd.body)).to.not.contain('node_modules')
  })

  /** Sends these lines to the gateway over TCP and returns its response. */
  async function raw(...lines: string[]): Promise<string> {
    const { hostname, port } = new URL(stack.network().urls.gateway)
    const socket = connect(Number(port), hostname)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    let response = ''
    socket.setEncoding('utf8').on('data', (text) => {
      response += text
    })
    await once(socket, 'close')
    return response
  }
})
