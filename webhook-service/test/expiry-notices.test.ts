import { createLogger } from '@gatehouse/service-kit/process/log'
import type { OpenedRedis } from '@gatehouse/service-kit/storage/redis'
import { transactions } from '@gatehouse/service-kit/storage/transactions'
import { openTestRedis } from '@gatehouse/service-kit/testing/test-redis'
import { openEventEmitter } from '@gatehouse/webhook-service/domain-events/event-emitter'
import { type ExpiryNotices, expiryNotices } from '@gatehouse/webhook-service/settings/expiry-notices'
import { expect } from 'chai'
import { freshId } from '../../guild-directory/test/fixtures.ts'
import { makeWebhook, set, type Target } from './executing.ts'
import { type StartedService, startService } from './started-service.ts'

const day = 24 * 3_600_000
const log = createLogger({ name: 'test', level: 'silent' })

describe('notices before the expiry of a webhook', () => {
  let service: StartedService
  let opened: OpenedRedis
  let emitter: ReturnType<typeof openEventEmitter>
  let replicas: ExpiryNotices[]
  let webhook: Target
  before(async () => {
    service = await startService({ limitsScale: 1000 })
    const { connection, config, clock } = service
    opened = await openTestRedis(config.redisUrl)
    emitter = openEventEmitter({ connection, redis: opened.redis, config, newId: freshId, clock, log })
    const options = { connection, inTransaction: transactions(connection), emitEvents: emitter.emitEvents }
    replicas = [expiryNotices(options), expiryNotices(options), expiryNotices(options)]
  })
  after(async () => {
    await emitter.close()
    await opened.close()
    await service.close()
  })
  beforeEach(async () => {
    webhook = await makeWebhook(service)
  })

  const now = () => service.clock.now()
  const expireAt = (at: number | null) =>
    set(service, webhook, { expiresAt: at === null ? null : new Date(at) })
  const sweep = () => Promise.all(replicas.map((replica) => replica.emitDue(now())))
  const notices = async () => {
    const json = { $regex: '"webhook.expiring"' }
    const events = await service.connection.collection('events').find({ json }).sort({ _id: 1 }).toArray()
    return events
      .map((event) => JSON.parse(event.json).detail)
      .filter(({ webhook_id }) => webhook_id === webhook.id)
  }
  const noticeOf = (at: number) => ({
    webhook_id: webhook.id,
    channel_id: webhook.channelId,
    guild_id: webhook.guildId,
    by: 'service',
    expires_at: new Date(at).toISOString(),
  })

  it('are emitted once, three days before, by one of several replicas', async () => {
    const at = now() + 5 * day
    await expireAt(at)
    service.clock.advance(2 * day - 1)
    await sweep()
    const marked = () => service.connection.collection('webhooks').countDocuments({ expiryNoticeFor: at })
    expect(await marked()).to.equal(0)
    service.clock.advance(1)
    for (let count = 0; count < 3; count += 1) await sweep()
    expect(await notices()).to.deep.equal([noticeOf(at)])
  })

  it('are emitted again for a new date, and not for the previous one', async () => {
    const [first, second] = [now() + day, now() + 10 * day]
    await expireAt(first)
    await sweep()
    await expireAt(second)
    await sweep()
    await set(service, webhook, { deduplicate: false })
    service.clock.advance(7 * day)
    await sweep()
    await set(service, webhook, { deduplicate: true })
    await sweep()
    expect(await notices()).to.deep.equal([noticeOf(first), noticeOf(second)])
  })

  it('are not emitted for a date that passed, was removed or was never set', async () => {
    await expireAt(now() - 1)
    await sweep()
    await expireAt(now() + day)
    await expireAt(null)
    await sweep()
    expect(await notices()).to.deep.equal([])
  })
})
