import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { ChannelKind } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { recorded, recordedPayloads } from '@gatehouse/webhook-service/code-host/recorded-payloads'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { codeHost, makeWebhook, type Post, post, readStream, requestsOf, type Target } from './executing.ts'
import { freshId, type StartedService, startService } from './started-service.ts'

const push = () => recorded('push', ({ commits }) => Array.isArray(commits) && commits.length > 0)
const minute = 60_000

describe('Webhooks.Execute', () => {
  let service: StartedService
  let redis: Redis
  let webhook: Target
  before(async () => {
    // Limits have tests of their own below.
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
  const push_ = (options: Partial<Post> = {}) =>
    post(service, { webhook, body: push(), ...codeHost('push'), ...options })
  const stored = async () => {
    const filter = { webhookId: webhook.id.padStart(19, '0') }
    const [messages, deliveries] = await Promise.all(
      ['messages', 'deliveries'].map((name) => service.connection.collection(name).find(filter).toArray()),
    )
    return { messages: messages ?? [], deliveries: deliveries ?? [] }
  }

  describe('takes', () => {
    it('a chat text, and gives the message back when asked', async () => {
      const body = {
        text: '*Hi* <!here> &amp; bye',
        username: 'Deploy',
        icon_url: 'https://gatehouse.test/i.png',
      }
      const answer = await say({ body, wait: true })
      expect(answer.result).to.equal('rendered')
      const message = JSON.parse(answer.messageJson ?? '')
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

    it('a push under the name of the webhook, with where it came from', async () => {
      const answer = await push_({ ...codeHost('push', 'd-1'), wait: true })
      const message = JSON.parse(answer.messageJson ?? '')
      expect(message.author).to.include({ id: webhook.id, username: 'Hook', avatar_url: null })
      expect(message.embeds[0].title).to.equal('[Hello-World:master] 1 new commit')
      expect(message.source).to.deep.equal({
        format: 'code-host',
        event: 'push',
        action: null,
        sender_delivery_id: 'd-1',
      })
    })

    it('forms, JSON under any name for it, and JSON that calls itself a form', async () => {
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
      const pushForm = `payload=${encodeURIComponent(JSON.stringify(push()))}`
      expect((await push_({ contentType: form, body: pushForm })).result).to.equal('rendered')
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

    it('bodies in pieces of any size, with foreign keys and broken UTF-8', async () => {
      const text = '{"__proto__": {"text": "no"}, "text": "a", "text": "ü\\ud800", "constructor": 1}'
      const answer = await say({ body: text, chunkBytes: 1, wait: true })
      expect(JSON.parse(answer.messageJson ?? '').content).to.equal('ü\ufffd')
      const broken = Buffer.concat([Buffer.from('{"text": "a'), Buffer.from([0xff]), Buffer.from('b"}')])
      expect(JSON.parse((await say({ body: broken, wait: true })).messageJson ?? '').content).to.equal(
        'a\ufffdb',
      )
    })

    it('every recorded payload of a code host', async () => {
      const answers = await Promise.all(
        recordedPayloads.map(({ event, payload }, index) =>
          post(service, { webhook, body: payload, ...codeHost(event, `all-${index}`) }),
        ),
      )
      const counts = Object.groupBy(answers, ({ result }) => result.split(':')[0] ?? '')
      expect([counts.rendered?.length, counts.ignored?.length]).to.deep.equal([129, 200])
    }).timeout(30_000)

    it('a body whose event only its keys tell', async () => {
      expect((await push_(codeHost(''))).result).to.equal('rendered')
      expect((await push_({ ...codeHost(''), body: { zen: 'x' } })).result).to.equal('ignored:ping')
    })
  })

  describe('shows nothing', () => {
    it('for what it ignores and cannot render, keeps a record and says why', async () => {
      const ping = await push_({ ...codeHost('ping', 'p'), body: { zen: 'x' }, wait: true })
      expect(ping).to.deep.include({ result: 'ignored:ping', messageJson: undefined })
      const odd = await push_({ ...codeHost('issues'), body: { action: 'opened', issue: {} } })
      expect(odd).to.deep.include({
        result: 'unrenderable:issue.title',
        detail: 'The payload cannot be shown without issue.title.',
      })
      const { messages, deliveries } = await stored()
      expect(messages).to.have.length(0)
      expect(deliveries.map(({ result }) => result)).to.have.members([
        'ignored:ping',
        'unrenderable:issue.title',
      ])
    })

    it('in a dry run, which tells what would happen and stores nothing', async () => {
      const head = codeHost('push', 'dry')
      const answer = await push_({ ...head, dryRun: true })
      expect(answer.result).to.equal('rendered')
      expect(JSON.parse(answer.messageJson ?? '').embeds).to.have.length(1)
      expect(await stored()).to.deep.equal({ messages: [], deliveries: [] })
      expect((await push_(head)).result, 'the delivery id is not used up').to.equal('rendered')
    })
  })

  describe('knows a delivery again', () => {
    it('by its id, for 72 hours, whatever it would become', async () => {
      const head = codeHost('push', 'same')
      expect((await push_(head)).result).to.equal('rendered')
      expect((await push_({ ...head, wait: true })).messageJson).to.equal(undefined)
      expect((await push_(head)).result).to.equal('duplicate')
      expect((await push_({ ...codeHost('ping', 'same'), body: {} })).result).to.equal('duplicate')
      service.clock.advance(72 * 60 * minute - 1)
      expect((await push_(head)).result).to.equal('duplicate')
      service.clock.advance(1)
      expect((await push_(head)).result).to.equal('rendered')
      expect((await stored()).messages).to.have.length(2)
    })

    it('when it was of an event that is never shown', async () => {
      expect((await push_({ ...codeHost('ping', 'quiet'), body: {} })).result).to.equal('ignored:ping')
      expect((await push_({ ...codeHost('ping', 'quiet'), body: {} })).result).to.equal('duplicate')
      expect((await push_(codeHost('push', 'quiet'))).result).to.equal('duplicate')
      service.clock.advance(72 * 60 * minute)
      expect((await push_({ ...codeHost('ping', 'quiet'), body: {} })).result).to.equal('ignored:ping')
    })

    it('when fifty copies come at once', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => push_(codeHost('push', 'race'))))
      expect(answers.filter(({ result }) => result === 'rendered')).to.have.length(1)
      expect((await stored()).messages).to.have.length(1)
    })

    it('but not when it could not be shown, so that it can be sent again', async () => {
      const odd = { ...codeHost('issues', 'odd'), body: { action: 'opened', issue: {} } }
      for (const _ of [1, 2]) expect((await push_(odd)).result).to.equal('unrenderable:issue.title')
      expect((await push_(codeHost('push', 'odd'))).result).to.equal('rendered')
      expect((await push_(odd)).result).to.equal('duplicate')
    })

    it('by its id among the deliveries of its format alone', async () => {
      expect((await push_(codeHost('push', 'both'))).result).to.equal('rendered')
      const report = { format: Format.ERROR_TRACKER, headers: { 'request-id': 'both' } }
      const legacy = { message: 'x', url: 'https://t.test/' }
      expect((await push_({ ...report, body: legacy })).result).to.equal('rendered')
    })

    it('without an id not when another event has the same body', async () => {
      const action = (event: string) =>
        push_({
          ...codeHost(event),
          body: { action: 'completed', check_run: { name: 'x' }, check_suite: {} },
        })
      expect((await action('check_run')).result).to.equal('rendered')
      expect((await action('check_suite')).result).to.equal('rendered')
      expect((await action('check_suite')).result).to.equal('duplicate')
    })

    it('without an id by its body, for a minute', async () => {
      expect((await push_()).result).to.equal('rendered')
      expect((await push_()).result).to.equal('duplicate')
      expect((await push_({ body: { ...push(), compare: null } })).result).to.equal('rendered')
      service.clock.advance(minute)
      expect((await push_()).result).to.equal('rendered')
    })

    it('only of the same webhook, and never of chat senders', async () => {
      const other = await makeWebhook(service)
      expect((await push_(codeHost('push', 'fan-out'))).result).to.equal('rendered')
      expect((await push_({ ...codeHost('push', 'fan-out'), webhook: other })).result).to.equal('rendered')
      const head = { headers: { 'x-github-delivery': 'x' } }
      expect([(await say(head)).result, (await say(head)).result]).to.deep.equal(['rendered', 'rendered'])
    })

    it('by an id of any length', async () => {
      const head = codeHost('push', 'x'.repeat(7000))
      expect([(await push_(head)).result, (await push_(head)).result]).to.deep.equal([
        'rendered',
        'duplicate',
      ])
    })
  })

  describe('refuses', () => {
    it('a wrong token exactly as an unknown webhook', async () => {
      const wrong = await rejected(say({ webhook: { ...webhook, token: `${webhook.token.slice(0, -1)}_` } }))
      const unknown = await rejected(say({ webhook: { ...webhook, id: freshId() } }))
      const odd = await rejected(say({ webhook: { id: '{"$ne":null}', token: '' } }))
      for (const error of [wrong, unknown, odd])
        expect(error).to.include({ code: 'UNKNOWN_WEBHOOK', message: wrong.message })
    })

    it('what a deleted or archived channel would get', async () => {
      const { channelId: id, guildId } = webhook
      await service.guilds.putChannel({
        channel: { id, guildId, name: 'old', kind: ChannelKind.TEXT, archived: true },
      })
      expect((await rejected(say())).code).to.equal('CHANNEL_ARCHIVED')
      await service.guilds.deleteChannel({ id })
      expect((await rejected(say())).code).to.equal('UNKNOWN_WEBHOOK')
    })

    it('an unreadable chat body with INVALID_PAYLOAD', async () => {
      const form = 'application/x-www-form-urlencoded'
      for (const options of [
        { body: 'text=hi' },
        { body: '[]' },
        { body: '"hi"' },
        { body: 'null' },
        { body: '{"text":' },
        { body: 'text=hi', contentType: form },
        { body: 'payload=nope', contentType: form },
        { body: 'x', contentType: 'multipart/form-data; boundary=x' },
        { body: 'x', contentType: 'image/png' },
        { contentEncoding: 'zstd' },
        { contentEncoding: 'gzip' },
        { contentEncoding: 'deflate', body: deflateRawSync('{"text": "cut off"}').subarray(0, -3) },
        { contentEncoding: 'deflate', body: '' },
        { body: `${'['.repeat(70)}${']'.repeat(70)}` },
      ])
        expect((await rejected(say(options))).code, JSON.stringify(options)).to.equal('INVALID_PAYLOAD')
    })

    it('a chat body with nothing to show with NO_TEXT', async () => {
      for (const body of ['', '  ', {}, { text: ' ' }, { text: null }, { attachments: [{ color: 'good' }] }])
        expect((await rejected(say({ body }))).code, JSON.stringify(body)).to.equal('NO_TEXT')
    })

    it('a code-host body that is no object, by what is wrong', async () => {
      const codeOf = async (options: Partial<Post>) => (await rejected(push_(options))).code
      expect(await codeOf({ body: '{"ref":' })).to.equal('MALFORMED_JSON')
      for (const body of ['[]', 'null', '1']) {
        const { code, fields } = await rejected(push_({ body }))
        expect([code, fields[0]?.path]).to.deep.equal(['INVALID_FORM_BODY', 'root'])
      }
      expect(await codeOf({ contentType: 'application/x-www-form-urlencoded', body: 'a=b' })).to.equal(
        'INVALID_FORM_BODY',
      )
      expect(await codeOf({ contentType: 'image/png' })).to.equal('UNSUPPORTED_MEDIA_TYPE')
      expect(await codeOf({ contentEncoding: 'zstd' })).to.equal('UNSUPPORTED_MEDIA_TYPE')
      expect(await codeOf({ contentEncoding: 'gzip' })).to.equal('INVALID_PAYLOAD')
    })

    it('a body that tells no event, naming the header', async () => {
      const error = await rejected(push_({ ...codeHost(''), body: { hello: 1 } }))
      expect(error.code).to.equal('INVALID_FORM_BODY')
      expect(error.message).to.include('X-GitHub-Event')
      expect(error.fields).to.deep.include({
        path: 'x-github-event',
        code: 'REQUIRED',
        message: 'This field is required.',
      })
    })

    it('bodies over the limit, inflated or not, with the limit', async () => {
      const limit = 256 * 1024
      const large = `{"text": "${'x'.repeat(limit)}"}`
      for (const options of [{ body: large }, { body: gzipSync(large), contentEncoding: 'gzip' }]) {
        const error = await rejected(say(options))
        expect(error).to.deep.include({ code: 'PAYLOAD_TOO_LARGE', data: { limit } })
        expect(error.rateLimit?.bucket).to.equal('webhook:execute')
      }
      const padding = Buffer.alloc(1024 * 1024, ' ')
      for (const [contentEncoding, body] of [
        ['deflate', deflateSync(padding)],
        ['deflate', deflateRawSync(padding)],
        ['br', brotliCompressSync(padding)],
      ] as const)
        expect((await rejected(say({ body, contentEncoding }))).code, contentEncoding).to.equal(
          'PAYLOAD_TOO_LARGE',
        )
      const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
      expect((await rejected(push_({ body: bomb, contentEncoding: 'gzip' }))).data).to.deep.equal({
        limit: 25 * 1024 * 1024,
      })
    })

    it('a caller that sends no head first, or a second one', async () => {
      const data = { part: { $case: 'data' as const, value: Buffer.from('{}') } }
      expect((await rejected(service.webhooks.execute([data]))).code).to.equal('INVALID_FORM_BODY')
      expect((await rejected(service.webhooks.execute([]))).code).to.equal('INVALID_FORM_BODY')
      expect((await rejected(say({ format: Format.UNSPECIFIED }))).code).to.equal('UNSUPPORTED_MEDIA_TYPE')
    })

    it('a body that was cut off, however it reads', async () => {
      const cutOff = [...requestsOf({ webhook, body: { text: 'hi' } })].slice(0, -1)
      expect((await rejected(service.webhooks.execute(cutOff))).code).to.equal('REQUEST_TIMEOUT')
      expect(await stored()).to.deep.equal({ messages: [], deliveries: [] })
    })

    it('nothing that it stores: a refused post leaves no record', async () => {
      await rejected(say({ body: {} }))
      await rejected(push_({ body: '[' }))
      expect(await stored()).to.deep.equal({ messages: [], deliveries: [] })
    })
  })

  it('publishes what it has answered', async () => {
    const quiet = await startService()
    try {
      const target = await makeWebhook(quiet)
      const ids: string[] = []
      for (const text of ['one', 'two', 'three']) {
        const { messageJson = '' } = await post(quiet, { webhook: target, body: { text }, wait: true })
        ids.push(JSON.parse(messageJson).id)
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

  it('lets messages be read at once, newest first, with numeric paging', async () => {
    for (const text of ['1', '2', '3', '4']) await say({ body: { text } })
    const guild = await service.guilds.getGuild({ id: webhook.guildId })
    const actor = { accountId: guild.guild?.ownerId ?? '', sessionIdHash: '', provedAt: undefined }
    const list = async (page: { limit?: number; before?: string; after?: string } = {}) => {
      const request = { actor, channelId: webhook.channelId, limit: 0, before: '', after: '', ...page }
      const { messagesJson } = await service.webhooks.listMessages(request)
      return messagesJson.map((json) => JSON.parse(json))
    }
    const contents = (messages: { content: string }[]) => messages.map(({ content }) => content)
    const all = await list()
    expect(contents(all)).to.deep.equal(['4', '3', '2', '1'])
    expect(contents(await list({ limit: 1, before: all[0].id }))).to.deep.equal(['3'])
    expect(contents(await list({ limit: 1, after: all[3].id }))).to.deep.equal(['2'])
    expect(await list({ before: '5' })).to.deep.equal([])
    expect(contents(await list({ after: '5' }))).to.have.length(4)
  })
})
