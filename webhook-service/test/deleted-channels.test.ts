import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { makeChannel, makeGuild } from '../../guild-directory/test/fixtures.ts'
import { actor, asManager, client, type StartedService, startService } from './started-service.ts'

describe('webhooks of a deleted channel or guild', () => {
  let service: StartedService
  let guild: Awaited<ReturnType<typeof makeGuild>>
  before(async () => {
    service = await startService()
  })
  after(() => service.close())
  beforeEach(async () => {
    guild = await makeGuild(service)
  })

  const create = async (channelId = guild.channelId) => {
    const { webhook } = await service.webhooks.create({
      ...asManager(guild.owner),
      channelId,
      name: 'Builds',
    })
    return { id: webhook?.id ?? '', token: webhook?.token ?? '' }
  }
  const byToken = (webhook: { id: string; token: string }) =>
    service.webhooks.getByToken({ webhook: { ...webhook, client: client('203.0.113.1') } })
  const codeOf = async (call: Promise<unknown>) => (await rejected(call)).code

  it('are deleted with the channel', async () => {
    const upstream = await create(await makeChannel(service, guild.id))
    const webhook = await create()
    await service.guilds.deleteChannel({ id: guild.channelId })
    expect(await codeOf(byToken(webhook))).to.equal('UNKNOWN_WEBHOOK')
    const asOwner = service.webhooks.get({ actor: actor(guild.owner), id: webhook.id })
    expect(await codeOf(asOwner)).to.equal('UNKNOWN_WEBHOOK')
    await byToken(upstream)
  })

  it('are deleted with the guild', async () => {
    const webhook = await create()
    await service.guilds.deleteGuild({ id: guild.id })
    expect(await codeOf(byToken(webhook))).to.equal('UNKNOWN_WEBHOOK')
    const asOwner = service.webhooks.get({ actor: actor(guild.owner), id: webhook.id })
    expect(await codeOf(asOwner)).to.equal('UNKNOWN_WEBHOOK')
  })

  it('are not created in a channel that is being deleted', async () => {
    const creating = Array.from({ length: 10 }, () => create())
    const deleting = service.guilds.deleteChannel({ id: guild.channelId })
    const outcomes = await Promise.allSettled([...creating, deleting])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).to.have.property('code', 'UNKNOWN_CHANNEL')
    }
    const left = await service.connection
      .collection('webhooks')
      .countDocuments({ channelId: toSortable(guild.channelId) })
    expect(left).to.equal(0)
  })
})
