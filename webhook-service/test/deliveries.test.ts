import { DeliveriesService, DeliveryStatus } from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import {
  EventFilter_Mode,
  ExecutionResult,
  FilterRule_Effect,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { permission } from '@gatehouse/proto/guilds/permissions'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import type { DeliveryFields } from '@gatehouse/webhook-service/messages/delivery-document'
import { expect } from 'chai'
import mongoose from 'mongoose'
import { freshId } from '../../guild-directory/test/fixtures.ts'
import { codeHost, makeWebhook, post, recordedPush, set, storedOf, type Target } from './executing.ts'
import { actor, client, type StartedService, startService, testKeys } from './started-service.ts'

const day = 24 * 3_600_000

describe('the delivery log', () => {
  let service: StartedService
  let deliveries: ReturnType<typeof connectDeliveries>
  let webhook: Target
  const connectDeliveries = () => testClient(DeliveriesService, service.grpcAddress)
  before(async () => {
    service = await startService({ limitsScale: 1000 })
    deliveries = connectDeliveries()
  })
  after(async () => {
    deliveries.close()
    await service.close()
  })
  beforeEach(async () => {
    webhook = await makeWebhook(service)
  })

  type ListRequest = Parameters<typeof deliveries.listDeliveries>[0]
  const list = (fields: Partial<ListRequest> = {}) =>
    deliveries.listDeliveries({
      actor: actor(webhook.owner),
      webhookId: webhook.id,
      pageSize: 0,
      pageToken: '',
      after: undefined,
      result: ExecutionResult.UNSPECIFIED,
      format: Format.UNSPECIFIED,
      event: undefined,
      since: undefined,
      until: undefined,
      ...fields,
    })
  const listed = async (fields: Partial<ListRequest> = {}) => (await list(fields)).deliveries
  const resultsOf = async (fields: Partial<ListRequest> = {}) =>
    (await listed(fields)).map(({ result }) => result)
  const newest = async () => {
    const [delivery] = await listed()
    if (!delivery) throw new Error('The log is empty.')
    return delivery
  }
  const reference = (id: string) => ({ actor: actor(webhook.owner), webhookId: webhook.id, id })
  const get = (id: string) => deliveries.getDelivery(reference(id))
  const replay = (id: string) => deliveries.replayDelivery(reference(id))
  const codeOf = async (call: Promise<unknown>) => (await rejected(call)).code
  const push = (id = '') => post(service, { webhook, body: recordedPush(), ...codeHost('push', id) })
  const say = (text: string) => post(service, { webhook, body: { text } })

  it('rejects callers without the permission, at each rpc', async () => {
    await say('hi')
    const { id } = await newest()
    const viewer = freshId()
    const member = { guildId: webhook.guildId, userId: viewer, permissions: String(permission.VIEW_CHANNEL) }
    await service.guilds.putMember({ member })
    for (const [userId, code] of [
      [freshId(), 'MISSING_ACCESS'],
      [viewer, 'MISSING_PERMISSIONS'],
    ] as const) {
      const request = { ...reference(id), actor: actor(userId) }
      expect(await codeOf(list({ actor: actor(userId) }))).to.equal(code)
      expect(await codeOf(deliveries.getDelivery(request))).to.equal(code)
      expect(await codeOf(deliveries.replayDelivery(request))).to.equal(code)
    }
    expect((await storedOf(service, webhook)).messages).to.have.length(1)
  })

  it('rejects a manager who lost the permission', async () => {
    await say('hi')
    const { id } = await newest()
    const userId = freshId()
    const grant = (permissions: bigint) =>
      service.guilds.putMember({
        member: { guildId: webhook.guildId, userId, permissions: String(permissions) },
      })
    const request = { ...reference(id), actor: actor(userId) }
    await grant(permission.MANAGE_WEBHOOKS)
    expect((await deliveries.replayDelivery(request)).delivery?.replayOf).to.equal(id)
    await grant(permission.VIEW_CHANNEL)
    expect(await codeOf(deliveries.getDelivery(request))).to.equal('MISSING_PERMISSIONS')
    expect(await codeOf(deliveries.replayDelivery(request))).to.equal('MISSING_PERMISSIONS')
    expect((await storedOf(service, webhook)).messages).to.have.length(2)
  })

  it('rejects unknown webhooks and deliveries, and deliveries of another webhook', async () => {
    await say('hi')
    const { id } = await newest()
    const other = await makeWebhook(service)
    expect(await codeOf(list({ webhookId: freshId() }))).to.equal('UNKNOWN_WEBHOOK')
    for (const unknown of [freshId(), 'x', ''])
      expect(await codeOf(get(unknown))).to.equal('UNKNOWN_DELIVERY')
    const foreign = { ...reference(id), webhookId: other.id, actor: actor(other.owner) }
    expect(await codeOf(deliveries.getDelivery(foreign))).to.equal('UNKNOWN_DELIVERY')
    expect(await codeOf(deliveries.replayDelivery(foreign))).to.equal('UNKNOWN_DELIVERY')
  })

  it('rejects an invalid page with all problems', async () => {
    const error = await rejected(list({ pageToken: 'x', after: '01' }))
    expect(error.fields.map(({ path }) => path)).to.deep.equal(['page_token', 'after'])
  })

  it('has one record of each execution, in one document', async () => {
    await push('one')
    await push('one')
    await post(service, { webhook, body: {}, ...codeHost('ping') })
    await post(service, { webhook, body: { action: 'opened', issue: {} }, ...codeHost('issues') })
    const deny = { mode: EventFilter_Mode.RULES, rules: [] }
    await set(service, webhook, { eventFilter: deny })
    await push('two')
    await rejected(post(service, { webhook, body: '{', ...codeHost('push') }))
    await post(service, { webhook, body: { text: 'dry' }, dryRun: true })
    expect(await resultsOf()).to.deep.equal([
      'rejected:MALFORMED_JSON',
      'filtered',
      'unrenderable:issue.title',
      'ignored:ping',
      'duplicate',
      'rendered',
    ])
    const { messages, deliveries } = await storedOf(service, webhook)
    expect([messages.length, deliveries.length]).to.deep.equal([1, 4])
  })

  it('shows format, event, action, delivery id, message and state', async () => {
    const at = service.clock.now()
    await push('d-1')
    const { messages } = await storedOf(service, webhook)
    const { id, attempts, status, receivedAt, ...rest } = await newest()
    expect(receivedAt?.getTime()).to.equal(at)
    expect(rest).to.deep.equal({
      webhookId: webhook.id,
      source: { format: Format.CODE_HOST, event: 'push', action: undefined, senderDeliveryId: 'd-1' },
      result: 'rendered',
      detail: undefined,
      messageId: id,
      replayOf: undefined,
    })
    expect(String(messages[0]?._id)).to.match(new RegExp(`^0*${id}$`))
    expect([DeliveryStatus.PENDING, DeliveryStatus.PUBLISHED]).to.include(status)
    while ((await newest()).status === DeliveryStatus.PENDING);
    expect((await newest()).attempts).to.have.length(1)
    expect(attempts.length).to.be.at.most(1)
  })

  it('filters by result, format, event and time', async () => {
    await push()
    await say('hi')
    service.clock.advance(1000)
    const middle = new Date(service.clock.now())
    await post(service, { webhook, body: {}, ...codeHost('ping') })
    expect(await resultsOf({ result: ExecutionResult.RENDERED })).to.deep.equal(['rendered', 'rendered'])
    expect(await resultsOf({ result: ExecutionResult.IGNORED })).to.deep.equal(['ignored:ping'])
    expect(await resultsOf({ result: ExecutionResult.FILTERED })).to.deep.equal([])
    expect(await resultsOf({ format: Format.CHAT_COMPAT })).to.deep.equal(['rendered'])
    expect(await resultsOf({ event: 'ping' })).to.deep.equal(['ignored:ping'])
    expect(await resultsOf({ since: middle })).to.deep.equal(['ignored:ping'])
    expect(await resultsOf({ until: middle })).to.have.length(3)
    expect(await resultsOf({ until: new Date(middle.getTime() - 1) })).to.have.length(2)
    expect(await resultsOf({ since: new Date('0001-01-01'), until: new Date('9999-01-01') })).to.have.length(
      3,
    )
  })

  it('pages in both directions over messages and unposted executions', async () => {
    for (let index = 0; index < 5; index += 1)
      await (index % 2 === 0
        ? say(`${index}`)
        : post(service, { webhook, body: {}, ...codeHost('ping', `${index}`) }))
    const all = (await listed()).map(({ id }) => id)
    expect(all).to.deep.equal(all.toSorted((one, other) => Number(BigInt(other) - BigInt(one))))
    const first = await list({ pageSize: 2 })
    const second = await list({ pageSize: 2, pageToken: first.nextPageToken })
    const third = await list({ pageSize: 2, pageToken: second.nextPageToken })
    expect([first, second, third].flatMap((page) => page.deliveries.map(({ id }) => id))).to.deep.equal(all)
    expect(third.nextPageToken).to.equal('')
    const after = await listed({ pageSize: 2, after: all[4] ?? '' })
    expect(after.map(({ id }) => id)).to.deep.equal([all[2], all[3]])
  })

  it('has the request without signature, addresses and secrets, and stores the body encrypted', async () => {
    await set(service, webhook, { signingSecret: 'a'.repeat(16), deduplicate: false })
    await set(service, webhook, { signingSecret: null })
    const { headers, ...format } = codeHost('ping')
    const body = '{"sender":{"email":"ann@lamp.test"},"password":"hunter2","size":12345678901234567890}'
    const signature = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
    await post(service, { webhook, body, ...format, headers: { ...headers, ...signature } })
    const { request } = await get((await newest()).id)
    expect(request).to.deep.equal({
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'ping',
        'x-hub-signature-256': '[redacted]',
      },
      body: '{"sender":{"email":"[email]"},"password":"[secret]","size":12345678901234567890}',
      bodyTruncated: false,
      path: undefined,
      addressPrefix: undefined,
    })
    const stored = JSON.stringify((await storedOf(service, webhook)).deliveries)
    for (const secret of [
      'hunter2',
      'ann@',
      '0'.repeat(64),
      Buffer.from(body).toString('base64').slice(8, 40),
    ])
      expect(stored).not.to.contain(secret)
  })

  it('takes little more in the database than its body takes compressed', async () => {
    const body = { ref: 'refs/heads/main', sender: { login: 'a' }, filler: 'x'.repeat(250_000) }
    await post(service, { webhook, body, ...codeHost('push') })
    const { messages, deliveries: unposted } = await storedOf(service, webhook)
    const [stored] = [...messages, ...unposted]
    expect(mongoose.mongo.BSON.calculateObjectSize(stored ?? {})).to.be.within(100, 4000)
    const { id } = await newest()
    expect((await get(id)).request?.body).to.equal(JSON.stringify(body))
  })

  it('shows a body of an earlier schema version, and to one a truncated body', async () => {
    await push('one')
    const { id } = await newest()
    const keyRing = openKeyRing(testKeys)
    const messages = service.connection.collection<DeliveryFields>('messages')
    const stored = await messages.findOne({ _id: toSortable(id) })
    // What an earlier version reads.
    const { body, isTruncated } = stored?.delivery ?? expect.fail('not stored')
    expect([keyRing.openBytes(body.buffer, `delivery:${toSortable(id)}`).length, isTruncated]).to.deep.equal([
      0,
      true,
    ])
    const before = keyRing.sealBytes(Buffer.from('{"a":1}'), `delivery:${toSortable(id)}`)
    await messages.updateOne(
      { _id: toSortable(id) },
      { $set: { 'delivery.body': before, 'delivery.isTruncated': false }, $unset: { 'delivery.packed': '' } },
    )
    expect((await get(id)).request).to.deep.include({ body: '{"a":1}', bodyTruncated: false })
  })

  it('stores the first 256 KiB of a larger body, which cannot be replayed', async () => {
    const body = JSON.stringify({ ...recordedPush(), filler: 'x'.repeat(300_000) })
    await post(service, { webhook, body, ...codeHost('push') })
    const { id } = await newest()
    const { request } = await get(id)
    expect(request?.bodyTruncated).to.equal(true)
    expect(request?.body.length).to.be.within(250_000, 262_144)
    expect(await codeOf(replay(id))).to.equal('DELIVERY_BODY_TRUNCATED')
  })

  it('replays a delivery under the current filter, without signature and deduplication', async () => {
    await set(service, webhook, { eventFilter: { mode: EventFilter_Mode.RULES, rules: [] } })
    await push('same')
    const filtered = await newest()
    expect((await replay(filtered.id)).delivery?.result).to.equal('filtered')
    const allow = {
      effect: FilterRule_Effect.ALLOW,
      events: [],
      actions: [],
      branches: [],
      labels: [],
      senders: [],
    }
    await set(service, webhook, {
      eventFilter: { mode: EventFilter_Mode.RULES, rules: [allow] },
      signingSecret: 's'.repeat(16),
    })
    const { delivery, rateLimit } = await replay(filtered.id)
    expect(rateLimit?.bucket).to.be.a('string')
    expect(delivery?.result).to.equal('rendered')
    expect(delivery?.replayOf).to.equal(filtered.id)
    expect(delivery?.source?.senderDeliveryId).to.equal('same')
    const again = await replay(delivery?.id ?? '')
    expect(again.delivery?.messageId).not.to.equal(delivery?.messageId)
    expect((await storedOf(service, webhook)).messages).to.have.length(2)
    expect(await resultsOf()).to.deep.equal(['rendered', 'rendered', 'filtered', 'filtered'])
  })

  it('keeps the delivery of a deleted message, and replays it as a new message', async () => {
    await say('hi')
    const { id } = await newest()
    const webhookReference = { id: webhook.id, token: webhook.token, client: client('192.0.2.1') }
    await service.webhooks.deleteMessage({ webhook: webhookReference, messageId: id })
    expect(await newest()).to.deep.include({ id, messageId: id, result: 'rendered' })
    expect((await get(id)).request?.body).to.equal('{"text":"hi"}')
    const { delivery } = await replay(id)
    expect(delivery?.replayOf).to.equal(id)
    expect(delivery?.messageId).not.to.equal(id)
    const { messages } = await storedOf(service, webhook)
    expect(messages.map(({ content }) => content).toSorted()).to.deep.equal(['', 'hi'])
  })

  it('replays a form', async () => {
    const body = `payload=${encodeURIComponent('{"text":"from a form"}')}`
    await post(service, { webhook, body, contentType: 'application/x-www-form-urlencoded' })
    await replay((await newest()).id)
    const { messages } = await storedOf(service, webhook)
    expect(messages.map(({ content }) => content)).to.deep.equal(['from a form', 'from a form'])
  })

  it('replays nothing into an archived channel', async () => {
    await say('hi')
    const { id } = await newest()
    const { channel } = await service.guilds.getChannel({ id: webhook.channelId })
    await service.guilds.putChannel({ channel: { ...channel, archived: true } as typeof channel })
    expect(await codeOf(replay(id))).to.equal('CHANNEL_ARCHIVED')
    expect((await storedOf(service, webhook)).messages).to.have.length(1)
  })

  it('shows nothing after 7 days, before the sweep too', async () => {
    await say('hi')
    const { id } = await newest()
    service.clock.advance(7 * day - 1)
    expect(await listed()).to.have.length(1)
    service.clock.advance(1)
    expect(await listed()).to.have.length(0)
    expect(await codeOf(get(id))).to.equal('UNKNOWN_DELIVERY')
    expect(await codeOf(replay(id))).to.equal('UNKNOWN_DELIVERY')
  })
})
