import { ChannelKind } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { DeliveriesService } from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { ExecutionResult } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { expect } from 'chai'
import { codeHost, makeWebhook, type Post, post, set, type Target } from './executing.ts'
import { actor, type StartedService, startService } from './started-service.ts'

const day = 24 * 3_600_000

describe('rejected executions in the delivery log', () => {
  let service: StartedService
  let deliveries: ReturnType<typeof connectDeliveries>
  let webhook: Target
  const connectDeliveries = () => testClient(DeliveriesService, service.grpcAddress)
  before(async () => {
    service = await startService()
    deliveries = connectDeliveries()
  })
  after(async () => {
    deliveries.close()
    await service.close()
  })
  beforeEach(async () => {
    webhook = await makeWebhook(service)
  })

  const list = async (result: ExecutionResult = ExecutionResult.UNSPECIFIED) => {
    const { deliveries: found } = await deliveries.listDeliveries({
      actor: actor(webhook.owner),
      webhookId: webhook.id,
      pageSize: 100,
      pageToken: '',
      after: undefined,
      result,
      format: Format.UNSPECIFIED,
      event: undefined,
      since: undefined,
      until: undefined,
    })
    return found
  }
  const results = async () => (await list()).map(({ result }) => result)
  const newest = async () => (await list())[0] ?? expect.fail('The log is empty.')
  const get = (id: string) =>
    deliveries.getDelivery({ actor: actor(webhook.owner), webhookId: webhook.id, id })
  const reject = (options: Partial<Post> & { body: unknown }) =>
    rejected(post(service, { webhook, ...options }))

  it('have the cause, the path, the network and the headers, and not the body', async () => {
    await set(service, webhook, { signingSecret: 'a secret of sixteen' })
    const headers = { ...codeHost('push', 'd-1').headers, 'x-hub-signature-256': 'sha256=00' }
    const path = '/webhooks/{webhook_id}/{token}/code-host'
    const body = { ref: 'a private ref' }
    await reject({ body, ...codeHost('push', 'd-1'), headers, path, address: '203.0.113.77' })
    const { id, ...entry } = await newest()
    expect(entry).to.deep.include({
      result: 'rejected:INVALID_SIGNATURE',
      source: { format: Format.CODE_HOST, event: undefined, action: undefined, senderDeliveryId: 'd-1' },
      messageId: undefined,
    })
    expect(entry.detail).to.match(/signature/i)
    const { request } = await get(id)
    expect(request).to.deep.equal({
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'push',
        'x-github-delivery': 'd-1',
        'x-hub-signature-256': '[redacted]',
      },
      body: '',
      bodyTruncated: true,
      path,
      addressPrefix: '203.0.113.0/24',
    })
  })

  it('cannot be replayed', async () => {
    await reject({ body: {} })
    const { id } = await newest()
    const replay = deliveries.replayDelivery({ actor: actor(webhook.owner), webhookId: webhook.id, id })
    expect((await rejected(replay)).code).to.equal('DELIVERY_BODY_TRUNCATED')
  })

  for (const [code, options] of [
    ['NO_TEXT', { body: {} }],
    ['INVALID_PAYLOAD', { body: Buffer.from('{') }],
    ['MALFORMED_JSON', { body: Buffer.from('{'), ...codeHost('push') }],
    ['INVALID_FORM_BODY', { body: { content: 'x'.repeat(2001) }, format: Format.NATIVE }],
    ['CANNOT_SEND_EMPTY_MESSAGE', { body: { text: 'x' }, format: Format.NATIVE }],
    ['UNSUPPORTED_MEDIA_TYPE', { body: {}, contentType: 'image/png', ...codeHost('push') }],
    ['PAYLOAD_TOO_LARGE', { body: { text: 'x'.repeat(300_000) } }],
  ] as const)
    it(`have ${code}`, async () => {
      expect((await reject(options)).code).to.equal(code)
      expect(await results()).to.deep.equal([`rejected:${code}`])
    })

  it('name the invalid field, and the URL of another format', async () => {
    await reject({ body: { content: 'x'.repeat(2001) }, format: Format.NATIVE })
    expect((await newest()).detail).to.match(/content: .*2,?000/)
    await reject({ body: { text: 'x' }, format: Format.NATIVE })
    expect((await newest()).detail).to.include('ends in /chat-compat')
    await reject({ body: { content: 'x' } })
    expect((await newest()).detail).to.include('ends in its token')
  })

  it('have what is rejected before the body is read', async () => {
    await set(service, webhook, { allowedFormats: [Format.CODE_HOST] })
    await reject({ body: { text: 'x' } })
    expect(await results()).to.deep.equal(['rejected:FORMAT_NOT_ALLOWED'])
    const { channelId: id, guildId } = webhook
    const channel = { id, guildId, name: 'c', kind: ChannelKind.TEXT, archived: true }
    await service.guilds.putChannel({ channel })
    service.clock.advance(60_000)
    await reject({ body: {}, ...codeHost('ping') })
    await service.guilds.putChannel({ channel: { ...channel, archived: false } })
    expect(await results()).to.deep.equal(['rejected:CHANNEL_ARCHIVED', 'rejected:FORMAT_NOT_ALLOWED'])
  })

  it('have one of those above the limit in a minute', async () => {
    for (let count = 0; count < 60; count += 1) await post(service, { webhook, body: { text: 'x' } })
    for (let count = 0; count < 5; count += 1)
      expect((await reject({ body: { text: 'x' } })).code).to.equal('RATE_LIMITED')
    expect((await list(ExecutionResult.REJECTED)).map(({ result }) => result)).to.deep.equal([
      'rejected:RATE_LIMITED',
    ])
  })

  it('have neither dry runs nor wrong tokens', async () => {
    await reject({ body: {}, dryRun: true })
    await reject({ body: {}, webhook: { ...webhook, token: 'wrong' } })
    expect(await results()).to.deep.equal([])
  })

  it('are the last 50 of a webhook, for a day, beside those that were accepted', async () => {
    const other = await makeWebhook(service)
    await rejected(post(service, { webhook: other, body: {} }))
    await post(service, { webhook, body: { ref: 'v1' }, ...codeHost('create') })
    for (let count = 0; count < 55; count += 1)
      await reject({ body: Buffer.from('{'), ...codeHost('create') })
    const found = await results()
    expect(found.filter((result) => result === 'rendered')).to.have.lengthOf(1)
    expect(found).to.have.lengthOf(51)
    service.clock.advance(day + 1000)
    expect(await results()).to.deep.equal(['rendered'])
  })
})
