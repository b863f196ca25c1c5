import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { EventFilter_Mode } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { eventTypes } from '@gatehouse/webhook-service/domain-events/event-types'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { freshId, makeChannel } from '../../guild-directory/test/fixtures.ts'
import { emittedEvents } from './emitted-events.ts'
import { changing, makeWebhook, set, type Target } from './executing.ts'
import { actor, client, type StartedService, startService } from './started-service.ts'

const summary = ({ type, detail }: Event) => [type, detail.by, detail.fields ?? ''].join(' ').trim()

describe('domain events of webhooks', () => {
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

  const emitted = (count: number) =>
    emittedEvents(redis, { prefix: service.config.redisPrefix, webhookId: webhook.id, count })
  const managing = () => ({
    actor: actor(webhook.owner),
    client: {
      address: '::ffff:203.0.113.9',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      location: { city: 'Graz', region: undefined, country: 'AT' },
    },
    id: webhook.id,
  })
  const holding = () => ({
    webhook: {
      id: webhook.id,
      token: webhook.token,
      client: { ...client('192.0.2.7'), userAgent: 'curl/8' },
    },
  })

  it('contain the creator, the channel and the session', async () => {
    const [made] = await emitted(1)
    expect(made).to.deep.include({
      type: 'webhook.created',
      outcome: 'ok',
      at: new Date(service.clock.now()),
      accountId: webhook.owner,
      sessionIdHash: 'hash',
      address: '192.0.2.1',
      detail: {
        webhook_id: webhook.id,
        channel_id: webhook.channelId,
        guild_id: webhook.guildId,
        by: 'manager',
      },
    })
    expect(made?.requestId).to.match(/./)
  })

  it('contain the reason that the caller gave', async () => {
    const because = (address: string) => ({ ...client(address), auditReason: 'too noisy' })
    await service.webhooks.update({
      ...managing(),
      client: because('192.0.2.1'),
      ...changing({ name: 'New' }),
    })
    const { webhook: reference } = holding()
    await service.webhooks.deleteByToken({ webhook: { ...reference, client: because('192.0.2.7') } })
    const [, updated, deleted] = await emitted(3)
    expect(updated?.detail).to.include({ by: 'manager', reason: 'too noisy' })
    expect(deleted?.detail).to.include({ by: 'token', reason: 'too noisy' })
  })

  it('contain the end of the grace period of a token', async () => {
    await service.webhooks.rotateToken({ ...managing(), grace: undefined })
    await service.webhooks.rotateToken({ ...managing(), grace: toDuration(60_000) })
    const [, immediate, later] = await emitted(3)
    expect(immediate).to.deep.include({ type: 'webhook.token_rotated', accountId: webhook.owner })
    expect(immediate?.detail).to.not.have.property('previous_until')
    const until = new Date(service.clock.now() + 60_000).toISOString()
    expect(later?.detail).to.include({ by: 'manager', previous_until: until })
  })

  it('contain the changed fields and the previous channel', async () => {
    const channelId = await makeChannel(service, webhook.guildId)
    await service.webhooks.update({ ...managing(), ...changing({ name: 'New', channelId, avatar: null }) })
    await service.webhooks.updateByToken({ ...holding(), ...changing({ name: 'Newer' }) })
    const [, moved, renamed] = await emitted(3)
    expect(moved).to.deep.include({
      type: 'webhook.updated',
      accountId: webhook.owner,
      address: '203.0.113.9',
      clientInfo: {
        browser: 'Firefox',
        os: 'Linux',
        platform: 'desktop',
        // Not the place that the client claims.
        location: undefined,
      },
    })
    expect(moved?.detail).to.deep.include({
      fields: 'name channel_id',
      channel_id: channelId,
      from_channel_id: webhook.channelId,
    })
    expect(renamed).to.deep.include({ type: 'webhook.updated', accountId: undefined, address: '192.0.2.7' })
    expect(renamed?.detail).to.include({ by: 'token', fields: 'name' })
  })

  it('contain the changed settings but no secret or token', async () => {
    const secret = 'a secret of sixteen'
    const eventFilter = { mode: EventFilter_Mode.RULES, rules: [] }
    await set(service, webhook, { signingSecret: secret, deduplicate: false, eventFilter })
    await set(service, webhook, { signingSecret: null, signatureToleranceSeconds: 5 })
    await service.webhooks.deleteByToken(holding())
    const events = await emitted(4)
    expect(events.slice(1).map(summary)).to.deep.equal([
      'webhook.settings_changed manager signing_secret event_filter deduplicate',
      'webhook.settings_changed manager signing_secret signature_tolerance_seconds',
      'webhook.deleted token',
    ])
    for (const secretive of [secret, webhook.token]) expect(JSON.stringify(events)).to.not.include(secretive)
    for (const { type, detail } of events)
      expect(eventTypes[type as keyof typeof eventTypes].detail).to.include.keys(Object.keys(detail))
  })

  it('are not emitted for unchanged values or rejected requests', async () => {
    await set(service, webhook, { deduplicate: true, disabled: null, expiresAt: null })
    await service.webhooks.updateByToken({ ...holding(), ...changing({ avatar: null }) })
    const stranger = { ...managing(), actor: actor(freshId()) }
    await rejected(service.webhooks.delete(stranger))
    await rejected(set(service, { ...webhook, owner: freshId() }, { deduplicate: false }))
    await rejected(set(service, webhook, { signingSecret: 'short' }))
    await service.webhooks.delete(managing())
    expect((await emitted(2)).map(summary)).to.deep.equal([
      'webhook.created manager',
      'webhook.deleted manager',
    ])
  })

  it('are emitted for every webhook deleted with its channel or guild', async () => {
    await service.guilds.deleteChannel({ id: webhook.channelId })
    expect((await emitted(2)).map(summary)[1]).to.equal('webhook.deleted directory')
    webhook = await makeWebhook(service)
    await service.guilds.deleteGuild({ id: webhook.guildId })
    expect((await emitted(2)).map(summary)[1]).to.equal('webhook.deleted directory')
  })

  it('stay in the outbox until Redis is available', async () => {
    await emitted(1)
    const key = `${service.config.redisPrefix}events:webhooks`
    await redis.rename(key, `${key}:before`)
    await redis.set(key, 'no stream')
    await service.webhooks.delete(managing())
    const waiting = () =>
      service.connection.collection('events').countDocuments({ 'outbox.state': 'pending' })
    expect(await waiting()).to.equal(1)
    await redis.del(key)
    expect((await emitted(1)).map(summary)).to.deep.equal(['webhook.deleted manager'])
  })
})
