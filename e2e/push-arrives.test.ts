import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { permission } from '@gatehouse/proto/guilds/permissions'
import { expect } from 'chai'
import { type GuildChannel, type Message, openDevStack, resultOf, type Webhook } from './dev-stack.ts'

const pushText = readFileSync(new URL('../dev/examples/push.json', import.meta.url), 'utf8')
const push = JSON.parse(pushText)
const json = { 'content-type': 'application/json' }

describe('executing a code-host webhook with a push', () => {
  const stack = openDevStack()
  let guildChannel: GuildChannel
  let webhook: Webhook

  beforeEach(async () => {
    guildChannel = await stack.createGuildChannel(await stack.register('ann'))
    webhook = await stack.createWebhook(guildChannel, 'Code host')
  })

  it('posts a message in the channel of the webhook', async () => {
    const response = await stack.postPush<string>(webhook, push, 'push', {
      headers: { 'x-github-delivery': 'd-1' },
    })
    expect([response.status, response.body, resultOf(response)]).to.deep.equal([204, '', 'rendered'])

    const [message, ...others] = await stack.listMessages(guildChannel)
    expect(others).to.deep.equal([])
    expect(message).to.include({
      channel_id: guildChannel.channel_id,
      guild_id: guildChannel.guild_id,
      webhook_id: webhook.id,
    })
    expect(message?.author).to.include({ id: webhook.id, username: 'Code host', bot: true })
    expect(message?.source).to.deep.equal({
      format: 'code-host',
      event: 'push',
      action: null,
      sender_delivery_id: 'd-1',
    })
    const [embed] = message?.embeds ?? []
    expect(embed).to.include({ title: '[lamp:main] 3 new commits', url: push.compare, color: 0x0969da })
    expect(embed?.author?.name).to.equal('idastrand')
    expect(embed?.description).to.contain('7d0c5b9').and.to.contain('Keep the log of the keeper')
  })

  it('posts once, however often the push is delivered', async () => {
    const headers = { 'x-github-delivery': 'the-same' }
    expect(resultOf(await stack.postPush(webhook, push, 'push', { headers }))).to.equal('rendered')
    const again = await stack.postPush(webhook, push, 'push', { headers })
    expect([again.status, resultOf(again)]).to.deep.equal([204, 'duplicate'])
    expect(await stack.listMessages(guildChannel)).to.have.length(1)
  })

  it('posts once if the push arrives twice at the same time', async () => {
    const headers = { 'x-github-delivery': 'at-once' }
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => stack.postPush(webhook, push, 'push', { headers })),
    )
    expect(responses.map(resultOf).filter((result) => result === 'rendered')).to.have.length(1)
    expect(await stack.listMessages(guildChannel)).to.have.length(1)
  })

  it('posts at every webhook the push is sent to', async () => {
    const other = await stack.createWebhook(guildChannel, 'Second')
    const headers = { 'x-github-delivery': 'fan-out' }
    await stack.postPush(webhook, push, 'push', { headers })
    await stack.postPush(other, push, 'push', { headers })
    expect(await stack.listMessages(guildChannel)).to.have.length(2)
  })

  it('returns the message with wait=true', async () => {
    const { status, body } = await stack.postPush<Message>(webhook, push, 'push', { query: '?wait=true' })
    expect(status).to.equal(200)
    expect(await stack.listMessages(guildChannel)).to.deep.equal([body])
  })

  it('returns a preview and stores nothing with dry_run=true', async () => {
    const headers = { 'x-github-delivery': 'dry' }
    const dry = await stack.postPush<{ result: string; message: Message }>(webhook, push, 'push', {
      query: '?dry_run=true',
      headers,
    })
    expect([dry.status, dry.body.result]).to.deep.equal([200, 'rendered'])
    expect(dry.body.message.embeds[0]?.title).to.equal('[lamp:main] 3 new commits')
    expect(await stack.listMessages(guildChannel)).to.deep.equal([])
    expect(resultOf(await stack.postPush(webhook, push, 'push', { headers }))).to.equal('rendered')
  })

  it('accepts a form, a compressed body and plain text', async () => {
    const form = new URLSearchParams({
      payload: JSON.stringify({ ...push, after: '1'.repeat(40) }),
    }).toString()
    const zipped = gzipSync(JSON.stringify({ ...push, after: '2'.repeat(40) }))
    const text = JSON.stringify({ ...push, after: '3'.repeat(40) })
    const responses = [
      await stack.postPush(webhook, form, 'push', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      await stack.postPush(webhook, zipped, 'push', { headers: { ...json, 'content-encoding': 'gzip' } }),
      await stack.postPush(webhook, text, 'push', { headers: { 'content-type': 'text/plain' } }),
    ]
    expect(responses.map(resultOf)).to.deep.equal(['rendered', 'rendered', 'rendered'])
    expect(await stack.listMessages(guildChannel)).to.have.length(3)
  })

  it('ignores pings, tags, deletions and unknown events', async () => {
    const responses = [
      await stack.postPush(webhook, { zen: 'Keep it logically awesome.', hook_id: 1 }, 'ping'),
      await stack.postPush(webhook, { ...push, ref: 'refs/tags/v1' }),
      await stack.postPush(webhook, { ...push, deleted: true, commits: [], head_commit: null }),
      await stack.postPush(webhook, { action: 'created', label: { name: 'bug' } }, 'label'),
      await stack.postPush(webhook, {}, 'unknown_event'),
    ]
    expect(responses.map(({ status }) => status)).to.deep.equal(responses.map(() => 204))
    for (const response of responses) expect(resultOf(response)).to.match(/^ignored:/)
    expect(resultOf(responses[0] ?? expect.fail())).to.equal('ignored:ping')
    expect(await stack.listMessages(guildChannel)).to.deep.equal([])
  })

  it('rejects a wrong token like an unknown webhook', async () => {
    const wrong = await stack.postPush({ ...webhook, token: `ghw_${'x'.repeat(43)}` }, push)
    const unknown = await stack.postPush({ ...webhook, id: '4611686018427387904' }, push)
    expect([wrong.status, wrong.body.code]).to.deep.equal([404, 'UNKNOWN_WEBHOOK'])
    expect(resultOf(wrong)).to.equal('rejected:UNKNOWN_WEBHOOK')
    expect([unknown.status, unknown.body]).to.deep.equal([wrong.status, wrong.body])
    expect(await stack.listMessages(guildChannel)).to.deep.equal([])
  })

  it('rejects archived channels, and webhooks of deleted ones as unknown', async () => {
    await stack.archiveChannel(guildChannel)
    const archived = await stack.postPush(webhook, push)
    expect([archived.status, archived.body.code]).to.deep.equal([410, 'CHANNEL_ARCHIVED'])
    expect((await stack.postChat(webhook, { text: 'hello' })).body).to.equal('channel_is_archived')
    await stack.network().clients.guilds.deleteChannel({ id: guildChannel.channel_id })
    const gone = await stack.postPush(webhook, push)
    expect([gone.status, gone.body.code]).to.deep.equal([404, 'UNKNOWN_WEBHOOK'])
    expect((await stack.postChat(webhook, { text: 'hello' })).body).to.equal('no_service')
  })

  it('lists messages in pages, newest first', async () => {
    for (const number of [1, 2, 3]) await stack.postChat(webhook, { text: `message ${number}` })
    const all = await stack.listMessages(guildChannel)
    expect(all.map(({ content }) => content)).to.deep.equal(['message 3', 'message 2', 'message 1'])
    const contents = async (query: string) =>
      (await stack.listMessages(guildChannel, query)).map(({ content }) => content)
    expect(await contents('?limit=1')).to.deep.equal(['message 3'])
    expect(await contents(`?before=${all[1]?.id}`)).to.deep.equal(['message 1'])
    expect(await contents(`?after=${all[1]?.id}`)).to.deep.equal(['message 3'])
  })

  it('lists messages only to members who may view the channel', async () => {
    const [viewer, blind, stranger] = [
      await stack.register('vera'),
      await stack.register('bill'),
      await stack.register('sid'),
    ]
    await stack.joinGuild(guildChannel, viewer, permission.VIEW_CHANNEL)
    await stack.joinGuild(guildChannel, blind, permission.MANAGE_WEBHOOKS)
    const path = `/channels/${guildChannel.channel_id}/messages`
    expect((await stack.get(path, { token: viewer.token })).status).to.equal(200)
    const rejected = await stack.get(path, { token: blind.token })
    expect([rejected.status, rejected.body.code]).to.deep.equal([403, 'MISSING_PERMISSIONS'])
    const outside = await stack.get(path, { token: stranger.token })
    expect([outside.status, outside.body.code]).to.deep.equal([403, 'MISSING_ACCESS'])
    expect((await stack.get(path)).status).to.equal(401)
    expect((await stack.get('/channels/1/messages', { token: viewer.token })).body.code).to.equal(
      'UNKNOWN_CHANNEL',
    )
  })
})
