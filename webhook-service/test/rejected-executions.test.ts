import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { ChannelKind } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { freshId } from '../../guild-directory/test/fixtures.ts'
import {
  codeHost,
  makeWebhook,
  type Post,
  post,
  recordedPush,
  requestsOf,
  set,
  storedOf,
  type Target,
} from './executing.ts'
import { type StartedService, startService } from './started-service.ts'

for (const isWhole of [false, true])
  describe(`Webhooks.Execute${isWhole ? 'Whole' : ''}`, () => {
    let service: StartedService
    let webhook: Target
    before(async () => {
      service = await startService({ limitsScale: 1000 })
    })
    after(() => service.close())
    beforeEach(async () => {
      webhook = await makeWebhook(service)
    })

    const say = (options: Partial<Post> = {}) =>
      post(service, { webhook, body: { text: 'hi' }, isWhole, ...options })
    const push = (options: Partial<Post> = {}) =>
      post(service, { webhook, body: recordedPush(), isWhole, ...codeHost('push'), ...options })
    const stored = () => storedOf(service, webhook)

    it('rejects a wrong token exactly like an unknown webhook', async () => {
      const wrong = await rejected(say({ webhook: { ...webhook, token: `${webhook.token.slice(0, -1)}_` } }))
      const unknown = await rejected(say({ webhook: { ...webhook, id: freshId() } }))
      const odd = await rejected(say({ webhook: { id: '{"$ne":null}', token: '' } }))
      for (const error of [wrong, unknown, odd])
        expect(error).to.include({ code: 'UNKNOWN_WEBHOOK', message: wrong.message })
    })

    it('rejects executions at a deleted or archived channel', async () => {
      const { channelId: id, guildId } = webhook
      await service.guilds.putChannel({
        channel: { id, guildId, name: 'old', kind: ChannelKind.TEXT, archived: true },
      })
      expect((await rejected(say())).code).to.equal('CHANNEL_ARCHIVED')
      await service.guilds.deleteChannel({ id })
      expect((await rejected(say())).code).to.equal('UNKNOWN_WEBHOOK')
    })

    it('rejects formats that the webhook does not allow, dry runs too', async () => {
      const posts: [Format, (options?: Partial<Post>) => Promise<unknown>][] = [
        [Format.CODE_HOST, push],
        [Format.CHAT_COMPAT, say],
        [Format.NATIVE, (options) => say({ format: Format.NATIVE, body: { content: 'hi' }, ...options })],
        [Format.ERROR_TRACKER, (options) => push({ format: Format.ERROR_TRACKER, ...options })],
      ]
      for (const [allowed] of posts) {
        await set(service, webhook, { allowedFormats: [allowed] })
        service.clock.advance(501)
        for (const [format, send] of posts)
          for (const dryRun of [true, false]) {
            const code = await send({ dryRun }).then(
              () => 'accepted',
              ({ code: reason }) => reason,
            )
            if (format === allowed) expect(code).not.to.equal('FORMAT_NOT_ALLOWED')
            else expect(code).to.equal('FORMAT_NOT_ALLOWED')
          }
      }
      await set(service, webhook, { allowedFormats: [Format.CODE_HOST] })
      const { rateLimit } = await rejected(say())
      expect(rateLimit?.bucket).to.equal('webhook:execute')
      const wrong = { ...webhook, token: `${webhook.token.slice(0, -1)}_` }
      expect((await rejected(say({ webhook: wrong }))).code).to.equal('UNKNOWN_WEBHOOK')
    })

    it('rejects an unreadable chat body with INVALID_PAYLOAD', async () => {
      const form = 'application/x-www-form-urlencoded'
      for (const options of [
        { body: 'text=hi' },
        { body: '[]' },
        { body: '"hi"' },
        { body: 'null' },
        { body: '{"text":' },
        { body: ' \n' },
        { body: `payload=%20`, contentType: form },
        { body: { text: 'hi' }, contentType: '; charset=utf-8' },
        { body: { text: 'hi' }, contentType: 'json' },
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

    it('rejects a chat body without text with NO_TEXT', async () => {
      for (const body of ['', {}, { text: ' ' }, { text: null }, { attachments: [{ color: 'good' }] }])
        expect((await rejected(say({ body }))).code, JSON.stringify(body)).to.equal('NO_TEXT')
    })

    it('rejects a code-host body that is not an object, with the reason', async () => {
      const codeOf = async (options: Partial<Post>) => (await rejected(push(options))).code
      for (const body of ['{"ref":', ' ', '\r\n\t'])
        expect(await codeOf({ body }), body).to.equal('MALFORMED_JSON')
      for (const contentType of ['; charset=utf-8', 'json', 'application/json application/json'])
        expect(await codeOf({ contentType }), contentType).to.equal('UNSUPPORTED_MEDIA_TYPE')
      for (const body of ['[]', 'null', '1']) {
        const { code, fields } = await rejected(push({ body }))
        expect([code, fields[0]?.path]).to.deep.equal(['INVALID_FORM_BODY', 'root'])
      }
      expect(await codeOf({ contentType: 'application/x-www-form-urlencoded', body: 'a=b' })).to.equal(
        'INVALID_FORM_BODY',
      )
      expect(await codeOf({ contentType: 'image/png' })).to.equal('UNSUPPORTED_MEDIA_TYPE')
      expect(await codeOf({ contentEncoding: 'zstd' })).to.equal('UNSUPPORTED_MEDIA_TYPE')
      expect(await codeOf({ contentEncoding: 'gzip' })).to.equal('INVALID_PAYLOAD')
    })

    it('rejects a body without an event and names the missing header', async () => {
      const error = await rejected(push({ ...codeHost(''), body: { hello: 1 } }))
      expect(error.code).to.equal('INVALID_FORM_BODY')
      expect(error.message).to.include('X-GitHub-Event')
      expect(error.fields).to.deep.include({
        path: 'x-github-event',
        code: 'REQUIRED',
        message: 'This field is required.',
      })
    })

    it('rejects bodies over the limit, inflated or not, and returns the limit', async () => {
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
      expect((await rejected(push({ body: bomb, contentEncoding: 'gzip' }))).data).to.deep.equal({
        limit: 25 * 1024 * 1024,
      })
    })

    it('rejects an unknown format', async () => {
      expect(await rejected(say({ format: Format.UNSPECIFIED }))).to.include({
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message: 'Unknown format.',
      })
    })

    it('leaves no record of rejected executions', async () => {
      await rejected(say({ body: {} }))
      await rejected(push({ body: '[' }))
      expect(await stored()).to.deep.equal({ messages: [], deliveries: [] })
    })
  })

describe('the parts of an execution', () => {
  let service: StartedService
  let webhook: Target
  before(async () => {
    service = await startService({ limitsScale: 1000 })
    webhook = await makeWebhook(service)
  })
  after(() => service.close())

  it('rejects a request without a head', async () => {
    const data = { part: { $case: 'data' as const, value: Buffer.from('{}') } }
    expect((await rejected(service.webhooks.execute([data]))).code).to.equal('INVALID_FORM_BODY')
    expect((await rejected(service.webhooks.execute([]))).code).to.equal('INVALID_FORM_BODY')
    const whole = service.webhooks.executeWhole({ head: undefined, body: Buffer.from('{}') })
    expect((await rejected(whole)).code).to.equal('INVALID_FORM_BODY')
  })

  it('rejects a body that was cut off, even if it is valid so far', async () => {
    const cutOff = [...requestsOf({ webhook, body: { text: 'hi' } })].slice(0, -1)
    expect((await rejected(service.webhooks.execute(cutOff))).code).to.equal('REQUEST_TIMEOUT')
    expect(await storedOf(service, webhook)).to.deep.equal({ messages: [], deliveries: [] })
  })

  it('have the same result in one message', async () => {
    await set(service, webhook, { deduplicate: false })
    const push = recordedPush()
    const bytes = Buffer.from(JSON.stringify(push))
    const options: Partial<Post>[] = [
      {},
      { wait: true },
      { dryRun: true },
      { body: gzipSync(bytes), contentEncoding: 'gzip' },
      { body: { ...push, padding: 'x'.repeat(300_000) } },
      { ...codeHost('ping') },
      { ...codeHost('unknown_event') },
    ]
    for (const each of options) {
      const of = async (isWhole: boolean) => {
        const { message, ...rest } = await post(service, {
          webhook,
          body: push,
          ...codeHost('push'),
          isWhole,
          ...each,
        })
        return { ...rest, rateLimit: undefined, content: message?.content, embeds: message?.embeds }
      }
      expect(await of(true), JSON.stringify(each).slice(0, 80)).to.deep.equal(await of(false))
    }
  })
})
