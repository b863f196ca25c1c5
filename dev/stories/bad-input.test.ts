import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { fieldsOf, openHouse, type Person, type Place, type Webhook } from './house.ts'

const json = { 'content-type': 'application/json' }

describe('bad input on the whole stack', () => {
  const house = openHouse()
  let ann: Person
  let place: Place
  let webhook: Webhook

  before(async () => {
    ann = await house.register('ann')
    place = await house.placeOf(ann)
    webhook = await house.webhookIn(place)
  })

  const login = (body: unknown, headers: Record<string, string> = json) =>
    house.post('/auth/login', { body, headers })

  it('is told where malformed JSON breaks', async () => {
    const { status, body } = await login('{"email": "a@b.c", "password": oops}')
    expect([status, body.code, body.position]).to.deep.equal([400, 'MALFORMED_JSON', 31])
  })

  it('may not hide keys behind other keys', async () => {
    for (const text of [
      '{"email":"a@b.c","email":"b@b.c","password":"x"}',
      '{"__proto__":{"admin":true}}',
      '{"constructor":{"prototype":{}}}',
      `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`,
    ]) {
      const { status, body } = await login(text)
      expect([status, body.code], text.slice(0, 40)).to.deep.equal([400, 'MALFORMED_JSON'])
    }
  })

  it('is refused in bytes that are no UTF-8', async () => {
    const { status, body } = await login(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))
    expect([status, body.code]).to.deep.equal([400, 'MALFORMED_JSON'])
  })

  it('has to be an object', async () => {
    for (const text of ['[]', '"text"', '7', 'null', 'true']) {
      const { status, body } = await login(text)
      expect([status, body.code], text).to.deep.equal([400, 'INVALID_FORM_BODY'])
    }
  })

  it('never becomes an operator of a query', async () => {
    for (const value of [{ $ne: null }, { $gt: '' }, { $regex: '.*' }, ['ann'], 7, true]) {
      const wrong = await login(JSON.stringify({ email: value, password: value }))
      expect([wrong.status, wrong.body.code]).to.deep.equal([400, 'INVALID_FORM_BODY'])
      expect(wrong.body.errors?.map(({ path }) => path)).to.have.members(['email', 'password'])
    }
    const { status } = await house.post('/auth/sessions/logout', {
      token: ann.token,
      body: { session_id_hashes: { $ne: null } },
    })
    expect(status).to.equal(400)
    expect((await house.get('/auth/sessions/current', { token: ann.token })).status).to.equal(200)
  })

  it('has a content type that is read there', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
    ]) {
      const { status, body } = await login('{"email":"a@b.c","password":"x"}', { 'content-type': type })
      expect([status, body.code], type).to.deep.equal([415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
    const zipped = await login('{}', { ...json, 'content-encoding': 'gzip' })
    expect([zipped.status, zipped.body.code]).to.deep.equal([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('is empty as an empty object would be', async () => {
    const { status, body } = await login('')
    expect([status, body.code]).to.deep.equal([400, 'INVALID_FORM_BODY'])
  })

  it('is not larger than the route takes', async () => {
    const account = await login(JSON.stringify({ email: 'x'.repeat(70_000) }))
    expect([account.status, account.body.code, account.body.limit]).to.deep.equal([
      ...[413, 'PAYLOAD_TOO_LARGE', 65_536],
    ])
    const create = await house.post(`/channels/${place.channel_id}/webhooks`, {
      token: ann.token,
      body: { name: 'x', avatar: 'x'.repeat(600_000) },
    })
    expect([create.status, create.body.code]).to.deep.equal([413, 'PAYLOAD_TOO_LARGE'])
    const push = await house.push(webhook, { ref: 'x'.repeat(26 * 1024 * 1024) })
    expect([push.status, push.body.code]).to.deep.equal([413, 'PAYLOAD_TOO_LARGE'])
  }).timeout(20_000)

  it('goes nowhere on an unknown path', async () => {
    for (const path of [
      '/nothing',
      '/auth/Login',
      '/auth/login/',
      '//auth/login',
      '/auth%2Flogin',
      '/v2/auth/login',
    ]) {
      const { status, body } = await house.post(path, { body: {} })
      expect([status, body.code], path).to.deep.equal([404, 'NOT_FOUND'])
    }
  })

  it('is told which methods a path takes', async () => {
    const { status, headers, body } = await house.del('/auth/login')
    expect([status, body.code]).to.deep.equal([405, 'METHOD_NOT_ALLOWED'])
    expect(headers.get('allow')?.split(', ')).to.include('POST').and.to.not.include('DELETE')
  })

  it('names an id that is none', async () => {
    for (const id of ['abc', '-1', '01', '1.5', '0x1', '%00', '9223372036854775808']) {
      const { status, body } = await house.get(`/webhooks/${id}`, { token: ann.token })
      expect([status, body.errors?.[0]?.path], id).to.deep.equal([400, 'webhook_id'])
    }
    const { status, body } = await house.get(`/channels/${place.channel_id}/messages?before=x`, {
      token: ann.token,
    })
    expect([status, ...fieldsOf(body)]).to.deep.equal([400, 'before:INVALID_SNOWFLAKE_FORMAT'])
  })

  it('names a query that says neither yes nor no', async () => {
    for (const query of ['wait=yes', 'wait=1', 'dry_run=maybe']) {
      const { status, body } = await house.push(webhook, { zen: '' }, 'ping', { query: `?${query}` })
      expect([status, body.errors?.[0]?.path], query).to.deep.equal([400, query.split('=')[0]])
    }
  })

  it('is no payload unless it is an object of a known event', async () => {
    for (const text of ['[]', '"x"', '{"ref":']) {
      const { status, headers } = await house.push(webhook, text, 'push', { headers: json })
      expect(status, text).to.equal(400)
      expect(headers.get('x-webhook-result')).to.match(/^rejected:/)
    }
    const unnamed = await house.post(`/webhooks/${webhook.id}/${webhook.token}/code-host`, {
      body: { odd: 1 },
    })
    expect(unnamed.status).to.equal(400)
    expect(unnamed.body.message).to.match(/X-GitHub-Event/i)
    const typed = await house.push(webhook, '<xml/>', 'push', {
      headers: { 'content-type': 'application/xml' },
    })
    expect([typed.status, typed.body.code]).to.deep.equal([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('in several Authorization headers is no authorization', async () => {
    const answer = await raw(
      'GET /users/@me HTTP/1.1',
      'Host: localhost',
      `Authorization: ${ann.token}`,
      `Authorization: ${ann.token}`,
      'Connection: close',
    )
    expect(answer).to.match(/^HTTP\/1.1 401 /)
  })

  it('that is no HTTP ends its connection alone', async () => {
    expect(await raw('NONSENSE')).to.match(/^HTTP\/1.1 400 /)
    expect(await raw('GET / HTTP/1.1', 'Host: localhost', `X: ${'x'.repeat(300_000)}`)).to.match(
      /^HTTP\/1.1 431 /,
    )
    expect((await house.get('/users/@me', { token: ann.token })).status).to.equal(200)
  })

  it('is answered with a request id and never with a stack', async () => {
    const answer = await house.get('/nothing', { headers: { 'x-request-id': 'story-1' } })
    expect(answer.headers.get('x-request-id')).to.equal('story-1')
    const odd = await house.get('/nothing', { headers: { 'x-request-id': 'no good <id>' } })
    expect(odd.headers.get('x-request-id')).to.match(/^[A-Za-z0-9._-]{1,128}$/)
    expect(JSON.stringify(odd.body)).to.not.contain('node_modules')
  })

  /** Says these lines to the gateway and answers all it says. */
  async function raw(...lines: string[]): Promise<string> {
    const { hostname, port } = new URL(house.network().urls.gateway)
    const socket = connect(Number(port), hostname)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    let answer = ''
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text
    })
    await once(socket, 'close')
    return answer
  }
})
