import { hasCode } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { makeChannel, makeGuild } from '../../guild-directory/test/fixtures.ts'
import { changing } from './executing.ts'
import { actor, asManager, type StartedService, startService } from './started-service.ts'

describe('the number of webhooks in a channel and a guild', () => {
  let service: StartedService
  let guild: Awaited<ReturnType<typeof makeGuild>>
  before(async () => {
    service = await startService({ webhooksPerGuild: 20, limitsScale: 1000 })
  })
  after(() => service.close())
  beforeEach(async () => {
    guild = await makeGuild(service)
  })

  const create = async (channelId = guild.channelId) =>
    (await service.webhooks.create({ ...asManager(guild.owner), channelId, name: 'Builds' })).webhook?.id ??
    ''
  const move = (id: string, channelId: string) =>
    service.webhooks.update({ ...asManager(guild.owner), id, ...changing({ channelId }) })
  const remove = (id: string) => service.webhooks.delete({ ...asManager(guild.owner), id })
  const times = <T>(count: number, act: () => Promise<T>) => Promise.all(Array.from({ length: count }, act))
  const pageOf = (channelId: string) => ({ actor: actor(guild.owner), channelId, pageSize: 0, pageToken: '' })
  const inChannel = async (channelId: string) =>
    (await service.webhooks.listByChannel(pageOf(channelId))).webhooks.length

  const abortedTransactions = async () => {
    const status = await service.connection.db?.admin().serverStatus()
    return Number(status?.transactions.totalAborted)
  }

  /** How many of these succeeded; all others must have failed with this code. */
  async function successes(
    calls: (Promise<unknown> | undefined)[],
    code: 'MAX_WEBHOOKS_PER_CHANNEL' | 'MAX_WEBHOOKS_PER_GUILD',
  ) {
    const outcomes = await Promise.allSettled(calls)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected' && !hasCode(outcome.reason, code)) throw outcome.reason
    }
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  }

  it('is limited to 15 in a channel', async () => {
    await times(15, create)
    const error = await rejected(create())
    expect(error.code).to.equal('MAX_WEBHOOKS_PER_CHANNEL')
    expect(error.data).to.deep.equal({ max_webhooks_per_channel: 15 })
  })

  it('does not exceed the limit of a channel with 50 concurrent creations', async () => {
    const before = await abortedTransactions()
    const calls = Array.from({ length: 50 }, () => create())
    expect(await successes(calls, 'MAX_WEBHOOKS_PER_CHANNEL')).to.equal(15)
    // Transactions that abort each other run again, which takes seconds.
    expect((await abortedTransactions()) - before).to.be.below(5)
    expect(await inChannel(guild.channelId)).to.equal(15)
  })

  it('does not exceed the limit of a channel with 50 concurrent creations at two replicas', async () => {
    const { mongodbDatabase, redisPrefix } = service.config
    const replica = await startService({
      mongodbDatabase,
      redisPrefix,
      webhooksPerGuild: 20,
      limitsScale: 1000,
    })
    const request = { ...asManager(guild.owner), channelId: guild.channelId, name: 'Builds' }
    const replicas = [service, replica]
    const calls = Array.from({ length: 50 }, (_, index) => replicas[index % 2]?.webhooks.create(request))
    expect(await successes(calls, 'MAX_WEBHOOKS_PER_CHANNEL')).to.equal(15)
    expect(await inChannel(guild.channelId)).to.equal(15)
    await replica.close()
  })

  it('does not exceed the limit of a guild with 50 concurrent creations in many channels', async () => {
    const channels = await times(10, () => makeChannel(service, guild.id))
    const calls = Array.from({ length: 50 }, (_, index) => create(channels[index % 10]))
    expect(await successes(calls, 'MAX_WEBHOOKS_PER_GUILD')).to.equal(20)
    const counts = await Promise.all(channels.map(inChannel))
    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(20)
  })

  it('reports the limit of the guild first if both are reached', async () => {
    const other = await makeChannel(service, guild.id)
    await times(15, create)
    await times(5, () => create(other))
    const error = await rejected(create())
    expect(error.code).to.equal('MAX_WEBHOOKS_PER_GUILD')
    expect(error.data).to.deep.equal({ max_webhooks_per_guild: 20 })
  })

  it('decreases by deletion', async () => {
    const ids = await times(15, create)
    await Promise.all(ids.slice(0, 5).map(remove))
    await times(5, create)
    expect((await rejected(create())).code).to.equal('MAX_WEBHOOKS_PER_CHANNEL')
  })

  it('is limited for moves too, also with concurrent moves and creations', async () => {
    const target = await makeChannel(service, guild.id)
    await times(12, () => create(target))
    const movers = await times(6, create)
    const calls = [...movers.map((id) => move(id, target)), create(target), create(target)]
    expect(await successes(calls, 'MAX_WEBHOOKS_PER_CHANNEL')).to.equal(3)
    expect(await inChannel(target)).to.equal(15)
  })

  it('does not reject changes in a full channel, and decreases in the old channel of a move', async () => {
    const ids = await times(15, create)
    const [moved = '', stays = ''] = ids
    await move(stays, guild.channelId)
    await move(moved, await makeChannel(service, guild.id))
    await create()
    expect((await rejected(move(moved, guild.channelId))).code).to.equal('MAX_WEBHOOKS_PER_CHANNEL')
  })

  it('counts a webhook once after two concurrent moves', async () => {
    const [first, second] = [await makeChannel(service, guild.id), await makeChannel(service, guild.id)]
    const id = await create()
    await Promise.all([move(id, first), move(id, second), move(id, first)])
    await remove(id)
    for (const channelId of [first, second, guild.channelId]) {
      await times(6, () => create(channelId))
      expect(await inChannel(channelId)).to.equal(6)
    }
    const counts = await service.connection
      .collection('webhook_counts')
      .find({ count: { $lt: 0 } })
      .toArray()
    expect(counts).to.deep.equal([])
  })

  it('starts at zero in a guild and channel that were deleted and created again', async () => {
    const { id, channelId, owner } = guild
    await times(15, create)
    await service.guilds.deleteGuild({ id })
    await service.guilds.putGuild({ guild: { id, name: 'Again', ownerId: owner } })
    const channel = { id: channelId, guildId: id, name: 'again', kind: 1 as const, archived: false }
    await service.guilds.putChannel({ channel })
    expect(await inChannel(channelId)).to.equal(0)
    await times(15, create)
  })
})
