import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { emittedEvents } from './emitted-events.ts'
import { changing, codeHost, makeWebhook, type Post, post, set, type Target } from './executing.ts'
import { actor, asManager, client, type StartedService, startService } from './started-service.ts'

const second = 1000

describe('a webhook', () => {
  let service: StartedService
  let webhook: Target
  let redis: Redis
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

  const good = (options: Partial<Post> = {}) =>
    post(service, { webhook, body: { zen: 'x' }, ...codeHost('ping'), ...options })
  const bad = (options: Partial<Post> = {}) => good({ body: '{', ...options })
  const codeOf = async (response: Promise<unknown>) => (await rejected(response)).code
  const settings = async () => {
    const as = { actor: actor(webhook.owner), id: webhook.id }
    return (await service.webhooks.getSettings(as)).settings ?? expect.fail()
  }
  const byToken = () => ({
    webhook: { id: webhook.id, token: webhook.token, client: client('192.0.2.1') },
  })
  const rejections = async () =>
    (
      await service.connection
        .collection<{ _id: string; rejections?: number }>('webhooks')
        .findOne({ _id: toSortable(webhook.id) })
    )?.rejections ?? 0
  /** As if that many executions had been rejected before. */
  const rejectedBefore = async (count: number) => {
    await service.connection
      .collection<{ _id: string }>('webhooks')
      .updateOne({ _id: toSortable(webhook.id) }, { $set: { rejections: count } })
  }

  it('expires at once with a time in the past, and works again without one', async () => {
    await set(service, webhook, { expiresAt: new Date(service.clock.now() - second) })
    expect(await codeOf(good())).to.equal('UNKNOWN_WEBHOOK')
    await set(service, webhook, { expiresAt: null })
    expect((await good()).result).to.equal('ignored:ping')
  })

  describe('that is expired', () => {
    beforeEach(async () => {
      await set(service, webhook, { expiresAt: new Date(service.clock.now() + second) })
      await good()
      service.clock.advance(second)
    })

    it('rejects executions in every format with UNKNOWN_WEBHOOK, however often', async () => {
      for (const format of [Format.CODE_HOST, Format.ERROR_TRACKER, Format.CHAT_COMPAT])
        expect(await codeOf(good({ format }))).to.equal('UNKNOWN_WEBHOOK')
      expect(await codeOf(good({ dryRun: true }))).to.equal('UNKNOWN_WEBHOOK')
      for (let count = 0; count < 12; count += 1) expect(await codeOf(good())).to.equal('UNKNOWN_WEBHOOK')
    })

    it('is unknown on the other routes with its token', async () => {
      expect(await codeOf(service.webhooks.getByToken(byToken()))).to.equal('UNKNOWN_WEBHOOK')
      expect(
        await codeOf(service.webhooks.updateByToken({ ...byToken(), ...changing({ name: 'x' }) })),
      ).to.equal('UNKNOWN_WEBHOOK')
      expect(await codeOf(service.webhooks.deleteByToken(byToken()))).to.equal('UNKNOWN_WEBHOOK')
    })

    it('is visible to managers, who can enable it again', async () => {
      expect((await settings()).expiresAt?.getTime()).to.equal(service.clock.now())
      await set(service, webhook, { expiresAt: null })
      expect((await good({ body: { zen: 'again' } })).result).to.equal('ignored:ping')
    })
  })

  describe('with too many consecutive rejected executions', () => {
    it('rejects executions with UNKNOWN_WEBHOOK and gives managers the reason', async () => {
      await rejectedBefore(999)
      expect((await settings()).disabled).to.equal(undefined)
      const at = new Date(service.clock.now())
      expect(await codeOf(bad())).to.equal('MALFORMED_JSON')
      expect(await codeOf(bad())).to.equal('UNKNOWN_WEBHOOK')
      expect(await codeOf(good())).to.equal('UNKNOWN_WEBHOOK')
      expect(await codeOf(service.webhooks.getByToken(byToken()))).to.equal('UNKNOWN_WEBHOOK')
      expect((await settings()).disabled).to.deep.equal({
        at,
        reason: '1000 consecutive executions were rejected, the last one with MALFORMED_JSON.',
      })
    })

    it('emits one event, also if several executions are rejected at once', async () => {
      await rejectedBefore(990)
      await Promise.allSettled(Array.from({ length: 30 }, () => bad()))
      await service.webhooks.delete({ ...asManager(webhook.owner), id: webhook.id })
      const { redisPrefix: prefix } = service.config
      const [, disabled, deleted] = await emittedEvents(redis, { prefix, webhookId: webhook.id, count: 3 })
      expect(disabled).to.deep.include({ type: 'webhook.disabled', accountId: undefined })
      expect(disabled?.detail).to.deep.equal({
        webhook_id: webhook.id,
        channel_id: webhook.channelId,
        guild_id: webhook.guildId,
        by: 'service',
        reason: '1000 consecutive executions were rejected, the last one with MALFORMED_JSON.',
      })
      expect(deleted?.type).to.equal('webhook.deleted')
    })

    it('counts rejected signatures', async () => {
      await set(service, webhook, { signingSecret: 'a secret of sixteen' })
      await rejectedBefore(999)
      expect(await codeOf(good())).to.equal('INVALID_SIGNATURE')
      expect((await settings()).disabled?.reason).to.match(/INVALID_SIGNATURE/)
    })

    it('can be enabled by managers, and counts from zero again', async () => {
      await rejectedBefore(999)
      await codeOf(bad())
      expect((await set(service, webhook, { disabled: null })).disabled).to.equal(undefined)
      expect((await good()).result).to.equal('ignored:ping')
      expect(await codeOf(bad())).to.equal('MALFORMED_JSON')
      expect(await codeOf(bad())).to.equal('MALFORMED_JSON')
    })
  })

  describe('stays enabled', () => {
    it('if an execution was accepted in between', async () => {
      await rejectedBefore(999)
      await good()
      expect(await rejections()).to.equal(0)
      expect(await codeOf(bad())).to.equal('MALFORMED_JSON')
      expect(await rejections()).to.equal(1)
    })

    it('after errors other than 400 and 401', async () => {
      await rejectedBefore(999)
      expect(await codeOf(good({ contentType: 'application/xml' }))).to.equal('UNSUPPORTED_MEDIA_TYPE')
      expect(await codeOf(good({ format: Format.CHAT_COMPAT, body: 'x'.repeat(300_000) }))).to.equal(
        'PAYLOAD_TOO_LARGE',
      )
      expect(await rejections()).to.equal(999)
    })

    it('after dry runs, which do not reset the count either', async () => {
      await rejectedBefore(999)
      expect(await codeOf(bad({ dryRun: true }))).to.equal('MALFORMED_JSON')
      await good({ dryRun: true })
      expect(await rejections()).to.equal(999)
    })

    it('after executions with a wrong token', async () => {
      await rejectedBefore(999)
      const wrong = { ...webhook, token: 'ghw_wrong' }
      expect(await codeOf(bad({ webhook: wrong }))).to.equal('UNKNOWN_WEBHOOK')
      expect(await rejections()).to.equal(999)
    })
  })
})
