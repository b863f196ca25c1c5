import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import {
  codeHost,
  makeWebhook,
  type Post,
  post,
  readStream,
  recordedPush,
  storedOf,
  type Target,
} from './executing.ts'
import { examplePayloads } from './fixtures/code-host/example-payloads.ts'
import { type StartedService, startService } from './started-service.ts'

describe('Webhooks.Execute', () => {
  let service: StartedService
  let redis: Redis
  let webhook: Target
  before(async () => {
    service = await startService({ limitsScale: 1000 })
    redis = new Redis(service.config.redisUrl)
  })
  after(async () => {
    redis.disconnect()
    await service.close()
  })
  beforeEach(async () => {
    webhook = await makeWebhook(service)
  })

  const say = (options: Partial<Post> = {}) => post(service, { webhook, body: { text: 'hi' }, ...options })
  const push = (options: Partial<Post> = {}) =>
    post(service, { webhook, body: recordedPush(), ...codeHost('push'), ...options })
  const stored = () => storedOf(service, webhook)

  describe('accepts', () => {
    it('a chat text, and returns the message if requested', async () => {
      const body = {
        text: '*Hi* <!here> &amp; bye',
        username: 'Deploy',
        icon_url: 'https://gatehouse.test/i.png',
      }
      const response = await say({ body, wait: true })
      expect(response.result).to.equal('rendered')
      const message = response.message ?? expect.fail()
      expect(message).to.deep.equal({
        id: message.id,
        channel_id: webhook.channelId,
        guild_id: webhook.guildId,
        webhook_id: webhook.id,
        author: {
          id: webhook.id,
          username: 'Deploy',
          avatar: null,
          avatar_url: 'https://gatehouse.test/i.png',
          bot: true,
        },
        content: '**Hi** here & bye',
        embeds: [],
        timestamp: new Date(service.clock.now()).toISOString(),
        edited_timestamp: null,
        mention_everyone: false,
        mentions: [],
        mention_roles: [],
        source: { format: 'chat-compat', event: null, action: null, sender_delivery_id: null },
      })
    })

    it('a push, and posts it under the name of the webhook with its source', async () => {
      const response = await push({ ...codeHost('push', 'd-1'), wait: true })
      const message = response.message ?? expect.fail()
      expect(message.author).to.include({ id: webhook.id, username: 'Hook', avatar_url: null })
      expect(message.embeds[0]?.title).to.equal('[Hello-World:master] 1 new commit')
      expect(message.source).to.deep.equal({
        format: 'code-host',
        event: 'push',
        action: null,
        sender_delivery_id: 'd-1',
      })
    })

    it('forms, all JSON content types, and JSON with the content type of a form', async () => {
      const form = 'application/x-www-form-urlencoded'
      const json = JSON.stringify({ text: 'hi' })
      const payload = `token=x&payload=${encodeURIComponent(json)}`
      for (const [contentType, body] of [
        [form, payload],
        [`${form}; charset=utf-8`, payload],
        [form, json],
        ['', json],
        ['text/plain', json],
        ['application/json; charset=utf-8', json],
        ['application/vnd.sender+json', json],
      ] as const)
        expect((await say({ contentType, body })).result, contentType).to.equal('rendered')
      const pushForm = `payload=${encodeURIComponent(JSON.stringify(recordedPush()))}`
      expect((await push({ contentType: form, body: pushForm })).result).to.equal('rendered')
    })

    it('compressed bodies', async () => {
      const bytes = Buffer.from(JSON.stringify({ text: 'hi' }))
      for (const [contentEncoding, body] of [
        ['gzip', gzipSync(bytes)],
        ['deflate', deflateSync(bytes)],
        ['deflate', deflateRawSync(bytes)],
        ['deflate', deflateRawSync(bytes, { level: 0 })],
        ['br', brotliCompressSync(bytes)],
        ['identity', bytes],
      ] as const)
        expect((await say({ contentEncoding, body })).result, contentEncoding).to.equal('rendered')
    })

    it('bodies in chunks of any size, with unknown keys and invalid UTF-8', async () => {
      const text = '{"__proto__": {"text": "no"}, "text": "a", "text": "ü\\ud800", "constructor": 1}'
      const response = await say({ body: text, chunkBytes: 1, wait: true })
      expect(response.message?.content).to.equal('ü\ufffd')
      const broken = Buffer.concat([Buffer.from('{"text": "a'), Buffer.from([0xff]), Buffer.from('b"}')])
      expect((await say({ body: broken, wait: true })).message?.content).to.equal('a\ufffdb')
    })

    it('every example payload of a code host', async () => {
      const responses = await Promise.all(
        examplePayloads.map(({ event, payload }, index) =>
          post(service, { webhook, body: payload, ...codeHost(event, `all-${index}`) }),
        ),
      )
      const counts = Object.groupBy(responses, ({ result }) => result.split(':')[0] ?? '')
      expect([counts.rendered?.length, counts.ignored?.length]).to.deep.equal([129, 200])
    })

    it('a body without an event header', async () => {
      expect((await push(codeHost(''))).result).to.equal('rendered')
      expect((await push({ ...codeHost(''), body: { zen: 'x' } })).result).to.equal('ignored:ping')
    })
  })

  describe('posts nothing', () => {
    it('for ignored and unrenderable payloads, but records and explains them', async () => {
      const ping = await push({ ...codeHost('ping', 'p'), body: { zen: 'x' }, wait: true })
      expect(ping).to.deep.include({ result: 'ignored:ping', message: undefined })
      const odd = await push({ ...codeHost('issues'), body: { action: 'opened', issue: {} } })
      expect(odd).to.deep.include({
        result: 'unrenderable:issue.title',
        detail: 'The payload cannot be shown without issue.title.',
      })
      const { messages, deliveries } = await stored()
      expect(messages).to.have.length(0)
      expect(deliveries.map(({ delivery }) => delivery.result)).to.have.members([
        'ignored:ping',
        'unrenderable:issue.title',
      ])
    })

    it('in a dry run, but returns the result', async () => {
      const head = codeHost('push', 'dry')
      const response = await push({ ...head, dryRun: true })
      expect(response.result).to.equal('rendered')
      expect(response.message?.embeds).to.have.length(1)
      expect(await stored()).to.deep.equal({ messages: [], deliveries: [] })
      expect((await push(head)).result, 'the delivery id is not used up').to.equal('rendered')
    })
  })

  it('publishes acknowledged messages', async () => {
    const quiet = await startService()
    try {
      const target = await makeWebhook(quiet)
      const ids: string[] = []
      for (const text of ['one', 'two', 'three']) {
        const { message } = await post(quiet, { webhook: target, body: { text }, wait: true })
        ids.push(message?.id ?? '')
      }
      const entries = await readStream(redis, quiet.config.redisPrefix, 3)
      expect(entries.map(({ message }) => JSON.parse(message ?? '').id)).to.deep.equal(ids)
      expect(entries[0]).to.include({
        type: 'created',
        channel_id: target.channelId,
        guild_id: target.guildId,
      })
    } finally {
      await quiet.close()
    }
  })

  it('makes messages readable at once, newest first, paged by numeric id', async () => {
    for (const text of ['1', '2', '3', '4']) await say({ body: { text } })
    const guild = await service.guilds.getGuild({ id: webhook.guildId })
    const actor = { accountId: guild.guild?.ownerId ?? '', sessionIdHash: '', provedAt: undefined }
    const list = async (page: { pageSize?: number; pageToken?: string; after?: string } = {}) => {
      const request = { actor, channelId: webhook.channelId, pageSize: 0, pageToken: '', ...page }
      const { messages, nextPageToken } = await service.webhooks.listMessages(request)
      return {
        ids: messages.map(({ id }) => id),
        contents: messages.map(({ content }) => content),
        nextPageToken,
      }
    }
    const all = await list()
    expect(all).to.deep.include({ contents: ['4', '3', '2', '1'], nextPageToken: '' })

    const older = await list({ pageSize: 2, pageToken: all.ids[0] ?? '' })
    expect(older.contents).to.deep.equal(['3', '2'])
    expect(await list({ pageSize: 2, pageToken: older.nextPageToken })).to.deep.include({
      contents: ['1'],
      nextPageToken: '',
    })
    const after = all.ids[3] ?? ''
    const newer = await list({ pageSize: 2, after })
    expect(newer.contents).to.deep.equal(['3', '2'])
    expect(await list({ pageSize: 2, after, pageToken: newer.nextPageToken })).to.deep.include({
      contents: ['4'],
      nextPageToken: '',
    })
    expect((await list({ pageToken: '5' })).contents).to.deep.equal([])
    expect((await list({ after: '5' })).contents).to.have.length(4)
  })
})
