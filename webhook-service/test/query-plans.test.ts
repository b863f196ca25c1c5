import {
  DeliveriesService as Deliveries,
  type DeliveriesService,
} from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { ExecutionResult, type WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { transactions } from '@gatehouse/service-kit/storage/transactions'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { deliveryLog } from '@gatehouse/webhook-service/deliveries/delivery-log'
import { deliveryCipher } from '@gatehouse/webhook-service/messages/delivery-document'
import { messageStore } from '@gatehouse/webhook-service/messages/message-store'
import { messageOutbox } from '@gatehouse/webhook-service/outbox/message-relay'
import { expiryNotices } from '@gatehouse/webhook-service/settings/expiry-notices'
import { expect } from 'chai'
import { changing, codeHost, makeWebhook, post, recordedPush, set, type Target } from './executing.ts'
import { actor, asManager, client, type StartedService, startService, testKeys } from './started-service.ts'

type WebhookRpc = Exclude<keyof typeof WebhooksService, 'preview' | 'watchMessages'>

describe('the queries of webhook-service', () => {
  let service: StartedService
  let deliveries: ReturnType<typeof connectDeliveries>
  let webhook: Target
  const connectDeliveries = () => testClient(Deliveries, service.grpcAddress)
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
    await post(service, { webhook, body: recordedPush(), ...codeHost('push', 'one') })
    await post(service, { webhook, body: {}, ...codeHost('ping', 'two') })
  })

  const managed = () => ({ ...asManager(webhook.owner), id: webhook.id })
  const reference = () => ({ id: webhook.id, token: webhook.token, client: client('192.0.2.1') })
  const page = { pageSize: 1, pageToken: '' }
  const listDeliveries = (
    fields: { after?: string; result?: ExecutionResult; event?: string; format?: Format } = {},
  ) =>
    deliveries.listDeliveries({
      actor: actor(webhook.owner),
      webhookId: webhook.id,
      ...page,
      after: undefined,
      result: ExecutionResult.UNSPECIFIED,
      format: Format.UNSPECIFIED,
      event: undefined,
      since: new Date(0),
      until: undefined,
      ...fields,
    })
  const deliveryReference = async () => {
    const [delivery] = (await listDeliveries()).deliveries
    return { actor: actor(webhook.owner), webhookId: webhook.id, id: delivery?.id ?? '' }
  }

  const messageReference = async () => {
    const request = { actor: actor(webhook.owner), channelId: webhook.channelId, ...page, after: undefined }
    const { messages } = await service.webhooks.listMessages(request)
    return { webhook: reference(), messageId: messages[0]?.id ?? '' }
  }

  const ofWebhooks: Record<WebhookRpc, () => Promise<unknown>> = {
    create: () =>
      service.webhooks.create({
        ...asManager(webhook.owner),
        channelId: webhook.channelId,
        name: 'A',
        idempotencyKey: 'k'.repeat(16),
      }),
    listByChannel: () =>
      service.webhooks.listByChannel({
        ...asManager(webhook.owner),
        channelId: webhook.channelId,
        ...page,
        pageToken: '1',
      }),
    listByGuild: () =>
      service.webhooks.listByGuild({
        ...asManager(webhook.owner),
        guildId: webhook.guildId,
        ...page,
        pageToken: '1',
      }),
    get: () => service.webhooks.get(managed()),
    update: () => service.webhooks.update({ ...managed(), ...changing({ name: 'B' }) }),
    rotateToken: () => service.webhooks.rotateToken({ ...managed(), grace: undefined }),
    getSettings: () => service.webhooks.getSettings(managed()),
    updateSettings: () => set(service, webhook, { deduplicate: true }),
    getByToken: () => service.webhooks.getByToken({ webhook: reference() }),
    updateByToken: () => service.webhooks.updateByToken({ webhook: reference(), ...changing({ name: 'C' }) }),
    executeWhole: () =>
      post(service, { webhook, body: recordedPush(), isWhole: true, ...codeHost('push', 'whole') }),
    execute: async () => {
      for (const id of ['one', 'three'])
        await post(service, { webhook, body: recordedPush(), ...codeHost('push', id) })
      await post(service, { webhook, body: { action: 'opened', issue: {} }, ...codeHost('issues', 'four') })
    },
    listMessages: async () => {
      const request = { actor: actor(webhook.owner), channelId: webhook.channelId, ...page }
      await service.webhooks.listMessages({ ...request, after: '1' })
      await service.webhooks.listMessages({ ...request, after: undefined, pageToken: '9' })
    },
    retryMessages: () => service.webhooks.retryMessages({}),
    getMessage: async () => service.webhooks.getMessage(await messageReference()),
    editMessage: async () =>
      service.webhooks.editMessage({ ...(await messageReference()), editJson: '{"content":"A"}' }),
    deleteMessage: async () => service.webhooks.deleteMessage(await messageReference()),
    rekey: () => service.webhooks.rekey(page),
    delete: () => service.webhooks.delete(managed()),
    deleteByToken: () => service.webhooks.deleteByToken({ webhook: reference() }),
  }
  const ofDeliveries: Record<keyof typeof DeliveriesService, () => Promise<unknown>> = {
    listDeliveries: async () => {
      await listDeliveries({ after: '1', result: ExecutionResult.IGNORED })
      await listDeliveries({ event: 'push', format: Format.CODE_HOST })
    },
    getDelivery: async () => deliveries.getDelivery(await deliveryReference()),
    replayDelivery: async () => deliveries.replayDelivery(await deliveryReference()),
  }
  const inBackground = {
    'the outbox': () => messageOutbox(service.connection).claim({ now: 9e15, leaseMs: 1, max: 10 }),
    'the notices of expiry': () => {
      const { connection } = service
      const emitEvents = async () => {}
      const options = { connection, inTransaction: transactions(connection), emitEvents }
      return expiryNotices(options).emitDue(0)
    },
    'the sweeper': async () => {
      const cipher = deliveryCipher(openKeyRing(testKeys))
      const log = deliveryLog(service.connection, cipher)
      await log.trim(webhook.id, { max: 1 })
      await log.removeExpired(9e15)
      await messageStore(service.connection, cipher).removeExpiredKeys(9e15)
    },
  }

  type Profiled = { ns: string; op: string; planSummary?: string; hasSortStage?: boolean; command: unknown }

  /** The commands that `run` sends to MongoDB, with their plans. */
  async function profiled(run: () => Promise<unknown>): Promise<Profiled[]> {
    const { db } = service.connection
    if (!db) throw new Error('not connected')
    await db.command({ profile: 0 })
    await db.collection('system.profile').drop()
    await db.command({ profile: 2 })
    await run().finally(() => db.command({ profile: 0 }))
    return db
      .collection<Profiled>('system.profile')
      .find({ planSummary: { $exists: true }, ns: { $not: /system\.profile$/ } })
      .toArray()
  }

  for (const [name, run] of Object.entries({ ...ofWebhooks, ...ofDeliveries, ...inBackground }))
    it(`of ${name} use an index, and sort nothing in memory`, async () => {
      const commands = await profiled(run)
      expect(commands).not.to.have.length(0)
      for (const { ns, op, planSummary, hasSortStage = false, command } of commands) {
        const about = `${ns} ${op} ${planSummary} ${JSON.stringify(command).slice(0, 300)}`
        expect(planSummary, about).not.to.contain('COLLSCAN')
        expect(hasSortStage, about).to.equal(false)
      }
    })
})
