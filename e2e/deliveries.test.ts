import { expect } from 'chai'
import {
  codeOf,
  type GuildChannel,
  openDevStack,
  resultOf,
  type TestAccount,
  type Webhook,
} from './dev-stack.ts'

type Delivery = {
  id: string
  result: string
  detail: string | null
  message_id: string | null
  replay_of: string | null
  request: { headers: Record<string, string>; body: string; body_truncated: boolean }
}

describe('the deliveries of a webhook', () => {
  const stack = openDevStack()
  let ann: TestAccount
  let guildChannel: GuildChannel
  let webhook: Webhook

  before(async () => {
    ann = await stack.register('ann')
    guildChannel = await stack.createGuildChannel(ann)
  })
  beforeEach(async () => {
    webhook = await stack.createWebhook(guildChannel)
  })

  const path = (rest = '') => `/webhooks/${webhook.id}/deliveries${rest}`
  const list = (query = '') => stack.get<Delivery[]>(path(query), { token: ann.token })

  it('are hidden from callers without a session or the permission', async () => {
    const eve = await stack.register('eve')
    await stack.joinGuild(guildChannel, eve)
    expect(codeOf(await stack.get(path()))).to.deep.equal([401, 'UNAUTHORIZED'])
    for (const [method, rest] of [
      ['get', ''],
      ['get', '/1'],
      ['post', '/1/replay'],
    ] as const)
      expect(codeOf(await stack[method](path(rest), { token: eve.token }))).to.deep.equal([
        403,
        'MISSING_PERMISSIONS',
      ])
  })

  it('reject unknown ids, and invalid filters with all problems', async () => {
    expect(codeOf(await stack.get(path('/1'), { token: ann.token }))).to.deep.equal([404, 'UNKNOWN_DELIVERY'])
    expect(codeOf(await stack.post(path('/1/replay'), { token: ann.token }))).to.deep.equal([
      404,
      'UNKNOWN_DELIVERY',
    ])
    const query = '?limit=0&before=x&result=shown&format=gitlab&event=&since=today&until=1'
    expect(codeOf(await list(query))).to.have.members([
      400,
      'INVALID_FORM_BODY',
      'limit:NUMBER_OUT_OF_RANGE',
      'before:INVALID_SNOWFLAKE_FORMAT',
      'result:INVALID_FORMAT',
      'format:INVALID_FORMAT',
      'event:STRING_LENGTH_INVALID',
      'event:INVALID_FORMAT',
      'since:INVALID_TIME_FORMAT',
      'until:INVALID_TIME_FORMAT',
    ])
    expect(codeOf(await list('?before=1&after=2'))).to.deep.equal([
      400,
      'INVALID_FORM_BODY',
      'after:FIELD_NOT_ALLOWED',
    ])
  })

  it('are listed, shown with their redacted request, and replayed after the filter was corrected', async () => {
    const token = ann.token
    const settings = `/webhooks/${webhook.id}/settings`
    await stack.patch(settings, { token, body: { event_filter: { mode: 'rules', rules: [] } } })
    const payload = { action: 'opened', issue: { title: 'Lamp', number: 1 }, note: 'ann@lamp.test' }
    const headers = { 'x-github-delivery': 'd-1' }
    expect(resultOf(await stack.postPush(webhook, payload, 'issues', { headers }))).to.equal('filtered')
    const [filtered] = (await list('?result=filtered&event=issues&format=code-host')).body
    expect(filtered).to.include({ result: 'filtered', message_id: null })

    const shown = await stack.get<Delivery>(path(`/${filtered?.id}`), { token })
    expect(shown.headers.get('cache-control')).to.equal('no-store')
    expect(shown.body.request.headers).to.include({ 'x-github-delivery': 'd-1', 'x-github-event': 'issues' })
    expect(shown.body.request.body).to.equal(JSON.stringify({ ...payload, note: '[email]' }))

    await stack.patch(settings, { token, body: { event_filter: null } })
    const replayed = await stack.post<Delivery>(path(`/${filtered?.id}/replay`), { token })
    expect(replayed.status).to.equal(200)
    expect(replayed.body).to.include({ result: 'rendered', replay_of: filtered?.id })
    const [message] = await stack.listMessages(guildChannel)
    expect(message?.id).to.equal(replayed.body.message_id)
    expect((await list()).body.map(({ result }) => result)).to.deep.equal(['rendered', 'filtered'])
  })

  it('show what was rejected, and why, without its body', async () => {
    const token = ann.token
    const slack = `/webhooks/${webhook.id}/${webhook.token}/slack`
    const rejected = await stack.post(slack, { body: { content: 'a private text' } })
    expect([rejected.status, resultOf(rejected)]).to.deep.equal([400, 'rejected:NO_TEXT'])
    const [entry] = (await list('?result=rejected')).body
    expect(entry).to.include({ result: 'rejected:NO_TEXT', status: 'completed', message_id: null })
    expect(entry?.detail).to.include('the URL of this webhook that ends in its token')
    const shown = await stack.get<Delivery>(path(`/${entry?.id}`), { token })
    expect(shown.body.request).to.deep.include({
      body: '',
      body_truncated: true,
      path: '/webhooks/{webhook_id}/{token}/slack',
      address_prefix: '127.0.0.0/24',
    })
    expect(JSON.stringify(shown.body)).to.not.include('private').and.not.include(webhook.token)
    expect(codeOf(await stack.post(path(`/${entry?.id}/replay`), { token }))).to.deep.equal([
      422,
      'DELIVERY_BODY_TRUNCATED',
    ])
  })
})
