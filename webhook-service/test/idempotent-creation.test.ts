import { randomUUID } from 'node:crypto'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { createLogger } from '@gatehouse/service-kit/process/log'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { start } from '@gatehouse/webhook-service/start'
import { expect } from 'chai'
import { makeChannel, makeGuild } from '../../guild-directory/test/fixtures.ts'
import { actor, asManager, type StartedService, startService } from './started-service.ts'

describe('Webhooks.Create with an idempotency key', () => {
  let service: StartedService
  let guild: Awaited<ReturnType<typeof makeGuild>>
  let key: string
  before(async () => {
    service = await startService()
  })
  after(() => service.close())
  beforeEach(async () => {
    guild = await makeGuild(service)
    key = randomUUID()
  })

  const request = (fields: { name?: string; channelId?: string; as?: string } = {}) => {
    const { as = guild.manager, channelId = guild.channelId, name = 'Builds' } = fields
    return { ...asManager(as), channelId, name, idempotencyKey: key }
  }
  const create = async (fields = {}) => (await service.webhooks.create(request(fields))).webhook
  const codeOf = async (call: Promise<unknown>) => (await rejected(call)).code
  const count = async () =>
    (
      await service.webhooks.listByChannel({
        actor: actor(guild.manager),
        channelId: guild.channelId,
        pageSize: 0,
        pageToken: '',
      })
    ).webhooks.length

  it('returns the webhook of the first request with its token', async () => {
    const webhook = await create()
    expect(await create({ name: ' Builds ' })).to.deep.equal(webhook)
    expect(await count()).to.equal(1)
  })

  it('creates one webhook for concurrent requests to two replicas', async () => {
    const replica = await start(service.config, {
      clock: service.clock,
      log: createLogger({ name: 'test', level: 'silent' }),
    })
    const other = testClient(WebhooksService, replica.grpcAddress)
    try {
      for (let round = 0; round < 2; round++) {
        key = randomUUID()
        const each = [service.webhooks, other, service.webhooks, other]
        const responses = await Promise.all(each.map((webhooks) => webhooks.create(request())))
        expect(new Set(responses.map(({ webhook }) => webhook?.id)).size).to.equal(1)
        expect(await count()).to.equal(round + 1)
      }
    } finally {
      other.close()
      await replica.close()
    }
  })

  it('rejects the key with another name or channel', async () => {
    await create()
    const channelId = await makeChannel(service, guild.id)
    for (const other of [{ name: 'Deploys' }, { channelId }])
      expect(await codeOf(create(other))).to.equal('IDEMPOTENCY_KEY_REUSED')
  })

  it('creates a webhook for each account with the same key', async () => {
    const webhook = await create()
    expect((await create({ as: guild.owner }))?.id).not.to.equal(webhook?.id)
  })

  it('rejects the key once the webhook is deleted', async () => {
    const webhook = await create()
    await service.webhooks.delete({ ...asManager(guild.manager), id: webhook?.id ?? '' })
    expect(await codeOf(create())).to.equal('IDEMPOTENCY_KEY_REUSED')
  })

  it('requires the permission for a repeated request too', async () => {
    await create()
    expect(await codeOf(create({ as: guild.reader }))).to.equal('MISSING_PERMISSIONS')
  })
})
