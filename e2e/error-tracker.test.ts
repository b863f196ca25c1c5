import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import {
  type ErrorBody,
  fieldErrors,
  type GuildChannel,
  type Message,
  openDevStack,
  resultOf,
  type Webhook,
} from './dev-stack.ts'

const secret = 'shared by both sides'
const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex')

const issue = (id: string, changes: Record<string, unknown> = {}) => ({
  action: 'created',
  actor: { type: 'application', id: 'sentry', name: 'Sentry' },
  installation: { uuid: '7a485448-a9e2-4c85-8a3c-4f44175783c9' },
  data: {
    issue: {
      id,
      shortId: `LAMP-${id}`,
      title: 'Error: no wick for ann@example.com',
      level: 'error',
      status: 'unresolved',
      count: '1',
      project: { id: '1', name: 'Lamp', slug: 'lamp' },
      web_url: `https://tracker.example.com/issues/${id}/`,
      ...changes,
    },
  },
})

type Settings = {
  signing_secret_set: boolean
  signing_secret_previous_until: string | null
  event_filter: { mode: string; rules: unknown[] }
  disabled: { at: string; reason: string } | null
}
type DryRun = { result: string; detail: string | null; message: Message | null }

describe('executing an error-tracker webhook', () => {
  const stack = openDevStack()
  let guildChannel: GuildChannel
  let webhook: Webhook

  beforeEach(async () => {
    guildChannel = await stack.createGuildChannel(await stack.register('ann'))
    webhook = await stack.createWebhook(guildChannel, 'Errors')
  })

  const report = <Body = ErrorBody>(
    body: unknown,
    { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {},
  ) =>
    stack.post<Body>(`/webhooks/${webhook.id}/${webhook.token}/error-tracker${query}`, {
      body,
      headers: { 'content-type': 'application/json', 'sentry-hook-resource': 'issue', ...headers },
    })
  const settings = () => `/webhooks/${webhook.id}/settings`
  const set = (body: unknown) => stack.patch<Settings>(settings(), { token: guildChannel.owner.token, body })
  const results = async (...responses: Promise<Awaited<ReturnType<typeof report>>>[]) =>
    (await Promise.all(responses)).map((response) => [response.status, resultOf(response)])

  it('posts a message without email addresses', async () => {
    const response = await report<string>(issue('1'), { headers: { 'request-id': 'r-1' } })
    expect([response.status, response.body, resultOf(response)]).to.deep.equal([204, '', 'rendered'])
    const [message] = await stack.listMessages(guildChannel)
    expect(message?.embeds[0]).to.include({
      title: '[Lamp] LAMP-1 Error: no wick for \\[email\\]',
      url: 'https://tracker.example.com/issues/1/',
      color: 0xcf222e,
    })
    expect(message?.source).to.deep.equal({
      format: 'error-tracker',
      event: 'issue',
      action: 'created',
      sender_delivery_id: 'r-1',
    })
    const again = await report(issue('1'), { headers: { 'request-id': 'r-1' } })
    expect(resultOf(again)).to.equal('duplicate')
  })

  it('returns the message, or a preview', async () => {
    const dry = await report<DryRun>(issue('1'), { query: '?dry_run=true' })
    expect([dry.status, resultOf(dry), dry.body.result, dry.body.message?.embeds.length]).to.deep.equal([
      200,
      'rendered',
      'rendered',
      1,
    ])
    const none = await report<DryRun>({}, { query: '?dry_run=true', headers: { 'sentry-hook-resource': '' } })
    expect(none.body).to.deep.equal({
      result: 'ignored:unknown',
      detail: 'Nothing is shown for unknown.',
      message: null,
    })
    expect(await stack.listMessages(guildChannel)).to.deep.equal([])
    const waited = await report<Message>(issue('1'), { query: '?wait=true' })
    expect([waited.status, waited.body]).to.deep.equal([200, (await stack.listMessages(guildChannel))[0]])
  })

  it('requires a signature if the webhook has a secret', async () => {
    const set_ = await set({ signing_secret: secret })
    expect([set_.status, set_.body.signing_secret_set]).to.deep.equal([200, true])
    expect(JSON.stringify(set_.body)).to.not.include(secret)

    const text = JSON.stringify(issue('1'))
    const unsigned = await report(text)
    expect([unsigned.status, unsigned.body.code, resultOf(unsigned)]).to.deep.equal([
      401,
      'INVALID_SIGNATURE',
      'rejected:INVALID_SIGNATURE',
    ])
    expect(unsigned.body.message).to.include('Sentry-Hook-Signature')
    const wrong = await report(text, { headers: { 'sentry-hook-signature': sign(`${text} `) } })
    expect([wrong.status, wrong.body.message]).to.deep.equal([
      401,
      'Sentry-Hook-Signature does not match any valid secret (version 1).',
    ])
    expect(await stack.listMessages(guildChannel)).to.deep.equal([])
    const signed = await report(text, { headers: { 'sentry-hook-signature': sign(text) } })
    expect(resultOf(signed)).to.equal('rendered')
    expect((await stack.postChat(webhook, { text: 'hi' })).body).to.equal('ok')
  })

  it('posts what the event filter allows, including events that are off by default', async () => {
    const rules = [
      { effect: 'deny', senders: ['sentry'], actions: ['resolved'] },
      { effect: 'allow', events: ['error-tracker:issue', 'error-tracker:error'] },
    ]
    const filter = { mode: 'rules', rules }
    expect((await set({ event_filter: filter })).body.event_filter).to.deep.equal(filter)
    const error = { action: 'created', data: { error: { title: 'Oops' } } }
    expect(
      await results(
        report(issue('1')),
        report({ ...issue('2'), action: 'resolved' }),
        report(error, { headers: { 'sentry-hook-resource': 'error' } }),
        report(
          { action: 'created', data: { comment: 'x' } },
          { headers: { 'sentry-hook-resource': 'comment' } },
        ),
      ),
    ).to.deep.equal([
      [204, 'rendered'],
      [204, 'filtered'],
      [204, 'rendered'],
      [204, 'filtered'],
    ])
    expect(await stack.listMessages(guildChannel)).to.have.length(2)
  })

  it('rejects an expired webhook until its expiry is extended', async () => {
    await set({ expires_at: new Date(Date.now() - 1000).toISOString() })
    const gone = await report(issue('1'))
    expect([gone.status, gone.body.code]).to.deep.equal([404, 'UNKNOWN_WEBHOOK'])
    expect((await stack.postChat(webhook, { text: 'hi' })).body).to.equal('no_service')
    await set({ expires_at: null })
    expect(resultOf(await report(issue('1')))).to.equal('rendered')
  })

  it('shows and changes settings only for managers', async () => {
    const stranger = await stack.register('sid')
    for (const token of [stranger.token, undefined]) {
      const call = token ? { token } : {}
      const seen = await stack.get(settings(), call)
      const changed = await stack.patch(settings(), { ...call, body: { signing_secret: null } })
      const status = token ? 403 : 401
      expect([seen.status, changed.status]).to.deep.equal([status, status])
    }
    const rejected = await stack.patch(settings(), {
      token: guildChannel.owner.token,
      body: {
        signing_secret: 'short',
        event_filter: { mode: 'rules', rules: [{ effect: 'allow', events: [''] }] },
      },
    })
    expect([rejected.status, ...fieldErrors(rejected.body)]).to.deep.equal([
      400,
      'signing_secret:STRING_LENGTH_INVALID',
      'event_filter.rules.0.events.0:STRING_LENGTH_INVALID',
    ])
  })
})
