import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { expect } from 'chai'
import { type GuildChannel, openDevStack, resultOf, type TestAccount, type Webhook } from './dev-stack.ts'

const second = 1_000

describe('rate limits', () => {
  const stack = openDevStack({ settings: { GATEHOUSE_LIMITS_SCALE: '1' }, clock: fakeClock() })
  let ann: TestAccount
  let guildChannel: GuildChannel
  let webhook: Webhook

  before(async () => {
    ann = await stack.register('ann')
    guildChannel = await stack.createGuildChannel(ann)
  })

  beforeEach(async () => {
    stack.network().clock.advance(120 * second)
    webhook = await stack.createWebhook(guildChannel)
  })
  afterEach(() => stack.del(`/webhooks/${webhook.id}`, { token: ann.token }))

  it('report what is left, then a wait, and accept requests again after it', async () => {
    const body = { token: 'wrong', password: 'correct horse battery' }
    const reset = () => stack.post('/auth/reset', { body })
    const first = await reset()
    expect(first.headers.get('x-ratelimit-limit')).to.equal('10')
    expect(first.headers.get('x-ratelimit-remaining')).to.equal('9')
    expect(first.headers.get('x-ratelimit-bucket')).to.equal('auth:reset')
    for (let count = 1; count < 10; count += 1) expect((await reset()).status).to.equal(400)

    const rejected = await reset()
    expect([rejected.status, rejected.body.code, rejected.body.global]).to.deep.equal([
      429,
      'RATE_LIMITED',
      false,
    ])
    expect(rejected.body.retry_after).to.be.a('number').and.to.be.within(0.001, 60)
    expect(Number(rejected.headers.get('retry-after'))).to.be.at.least(Number(rejected.body.retry_after))
    expect(rejected.headers.get('x-ratelimit-remaining')).to.equal('0')

    stack.network().clock.advance(Number(rejected.body.retry_after) * second + 1)
    expect((await reset()).status).to.equal(400)
  })

  it('count invalid bodies too', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await stack.post('/auth/reset', { body: {} })).status).to.equal(400)
    }
    expect((await stack.post('/auth/reset', { body: {} })).status).to.equal(429)
  })

  it('allow a ticket five requests a minute, and the tickets of an office sixty', async () => {
    const send = (ticket: string) => stack.post('/auth/login/mfa/totp', { body: { ticket, code: '123456' } })
    for (let count = 0; count < 5; count += 1) expect((await send('one')).status).to.equal(400)
    const rejected = await send('one')
    expect([rejected.status, rejected.headers.get('x-ratelimit-bucket')]).to.deep.equal([
      429,
      'auth:login:mfa:ticket',
    ])
    // Every route of the second factor counts for the same ticket.
    expect((await stack.post('/auth/login/mfa/sms/send', { body: { ticket: 'one' } })).status).to.equal(429)
    for (let count = 0; count < 40; count += 1) expect((await send(`other ${count}`)).status).to.equal(400)
    stack.network().clock.advance(2 * second)
    const statuses = []
    for (let count = 40; count < 70; count += 1) statuses.push((await send(`other ${count}`)).status)
    expect(statuses.indexOf(429)).to.be.within(10, 20)
  })

  it('allow a waiting sign-in sixty polls a minute, in the header as in the query, beside other ones', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 62; count += 1) {
      if (count === 40) stack.network().clock.advance(second)
      const headers: Record<string, string> = count % 2 ? { 'X-Ticket': 'one' } : {}
      const path = `/auth/ip-authorization/poll${count % 2 ? '' : '?ticket=one'}`
      statuses.push((await stack.get(path, { headers })).status)
    }
    // A busy machine may answer 503, which counts too.
    expect(statuses.slice(0, 60)).to.not.include(429)
    expect(statuses.at(-1)).to.equal(429)
    const other = await stack.get('/auth/ip-authorization/poll', { headers: { 'X-Ticket': 'two' } })
    expect(other.status).to.equal(400)
  })

  it('let an office open the sign-in page at once', async () => {
    const opened = Array.from({ length: 130 }, () => stack.get('/account/sign-in'))
    expect(new Set((await Promise.all(opened)).map(({ status }) => status))).to.deep.equal(new Set([200]))
    for (let count = 0; count < 40; count += 1)
      expect((await stack.get('/auth/sso/status')).status).to.equal(200)
  })

  it('allow 60 chat-compat posts a minute to one webhook and reject others with the words of that format', async () => {
    for (let count = 0; count < 60; count += 1) {
      expect((await stack.postChat(webhook, { text: `text ${count}` })).status).to.equal(200)
    }
    const rejected = await stack.postChat(webhook, { text: 'one more' })
    expect([rejected.status, rejected.body, resultOf(rejected)]).to.deep.equal([
      ...[429, 'rate_limited', 'rejected:RATE_LIMITED'],
    ])
    expect(Number(rejected.headers.get('retry-after'))).to.be.within(1, 60)
    stack.network().clock.advance(60 * second)
    expect((await stack.postChat(webhook, { text: 'later' })).status).to.equal(200)
  })

  it('stop token guesses after ten, while the correct token still works', async () => {
    const guess = () => stack.postPush({ ...webhook, token: `ghw_${'x'.repeat(43)}` }, { zen: '' }, 'ping')
    for (let count = 0; count < 10; count += 1) expect((await guess()).status).to.equal(404)
    expect((await guess()).status).to.equal(429)
    expect((await stack.postPush(webhook, { zen: '' }, 'ping')).status).to.equal(204)
    expect((await stack.get(`/webhooks/${webhook.id}/${webhook.token}`)).status).to.equal(200)
  })

  it('allow 10 new webhooks a minute in one channel, and more in another', async () => {
    const make = (channelId: string) =>
      stack.post(`/channels/${channelId}/webhooks`, { token: ann.token, body: { name: 'Many' } })
    const channelId = await stack.createChannel(guildChannel.guild_id, 'crowded')
    for (let count = 0; count < 10; count += 1) expect((await make(channelId)).status).to.equal(200)
    expect((await make(channelId)).status).to.equal(429)
    expect((await make(await stack.createChannel(guildChannel.guild_id, 'quiet'))).status).to.equal(200)
  })

  it('allow 50 requests a second over all routes, without executions', async () => {
    const { token } = await stack.register('bob')
    const paths = ['/users/@me', '/auth/sessions', '/auth/sessions/current']
    const asked = Array.from({ length: 40 }, () => paths.map((path) => stack.get(path, { token }))).flat()
    const rejected = (await Promise.all(asked)).filter(({ status }) => status === 429)
    expect(rejected.some(({ body }) => body.global === true)).to.equal(true)
    const pings = Array.from({ length: 60 }, () => stack.postPush(webhook, { zen: '' }, 'ping'))
    expect(new Set((await Promise.all(pings)).map(({ status }) => status))).to.deep.equal(new Set([204]))
    expect((await stack.get('/auth/sessions/current', { token: ann.token })).status).to.equal(200)
  })
})
