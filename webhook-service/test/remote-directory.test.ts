import {
  ChannelKind,
  type GetChannelRequest,
  GuildsService,
  type MemberPermissionsRequest,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import { permission } from '@gatehouse/proto/guilds/permissions'
import { serve } from '@gatehouse/service-kit/grpc/serve'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { expect } from 'chai'
import { freshId, makeChannel, makeGuild } from '../../guild-directory/test/fixtures.ts'
import { actor, asManager, client, type StartedService, startService } from './started-service.ts'

// Another webhook-service, with its own directory, serves as the remote directory.
describe('a guild directory in another process (GATEHOUSE_GUILDS_ADDR)', () => {
  let platform: StartedService
  let service: StartedService
  let guild: Awaited<ReturnType<typeof makeGuild>>
  before(async () => {
    platform = await startService()
    service = await startService({ guildsAddress: platform.grpcAddress })
    guild = await makeGuild(platform)
  })
  after(async () => {
    await service.close()
    await platform.close()
  })

  const create = (as: string, channelId = guild.channelId) =>
    service.webhooks.create({ ...asManager(as), channelId, name: 'Builds' })
  const codeOf = async (call: Promise<unknown>) => (await rejected(call)).code

  it('decides who may manage webhooks', async () => {
    const { webhook } = await create(guild.manager)
    expect(webhook).to.include({ guildId: guild.id, channelId: guild.channelId })
    expect(await codeOf(create(guild.reader))).to.equal('MISSING_PERMISSIONS')
    expect(await codeOf(create(freshId()))).to.equal('MISSING_ACCESS')
    expect(await codeOf(create(guild.owner, freshId()))).to.equal('UNKNOWN_CHANNEL')
    const list = service.webhooks.listByGuild({
      actor: actor(guild.owner),
      guildId: freshId(),
      pageSize: 0,
      pageToken: '',
    })
    expect(await codeOf(list)).to.equal('UNKNOWN_GUILD')
  })

  it('is asked for each channel if it does not answer for several', async () => {
    const { log } = logLines()
    let [running, most, asked] = [0, 0, 0]
    const older = await serve({
      services: [
        [
          GuildsService,
          {
            getChannel: (request: GetChannelRequest) => platform.guilds.getChannel(request),
            async memberPermissions(request: MemberPermissionsRequest) {
              running += 1
              asked += 1
              most = Math.max(most, running)
              const response = await platform.guilds.memberPermissions({ ...request, channelIds: [] })
              running -= 1
              return response
            },
          },
        ],
      ],
      listen: '127.0.0.1:0',
      log,
    })
    const other = await startService({ guildsAddress: older.address })
    const visible: (string | undefined)[] = []
    for (let i = 0; i < 12; i += 1) {
      const channelId = await makeChannel(platform, guild.id)
      const created = await other.webhooks.create({ ...asManager(guild.owner), channelId, name: 'Builds' })
      if (i % 3 > 0) visible.push(created.webhook?.id)
      else
        await platform.guilds.putOverwrite({
          overwrite: {
            id: '',
            channelId,
            userId: guild.manager,
            allow: '0',
            deny: String(permission.MANAGE_WEBHOOKS),
          },
        })
    }
    const gone = await makeChannel(platform, guild.id)
    await other.webhooks.create({ ...asManager(guild.owner), channelId: gone, name: 'Builds' })
    await platform.guilds.deleteChannel({ id: gone })
    asked = 0
    const page = { guildId: guild.id, pageSize: 0, pageToken: '' }
    const { webhooks } = await other.webhooks.listByGuild({ actor: actor(guild.manager), ...page })
    expect(webhooks.map(({ id }) => id)).to.deep.equal(visible)
    expect([asked, most]).to.deep.equal([15, 8])
    await other.close()
    await older.drain()
  })

  it('is not served by webhook-service', async () => {
    const here = testClient(GuildsService, service.grpcAddress)
    const error = await rejected(here.getGuild({ id: guild.id }))
    expect(error.code).not.to.equal('UNKNOWN_GUILD')
    here.close()
  })

  it('makes the webhooks of deleted channels unknown', async () => {
    const channel = { id: '', guildId: guild.id, name: 'short', kind: ChannelKind.TEXT, archived: false }
    const channelId = (await platform.guilds.putChannel({ channel })).channel?.id ?? ''
    const { webhook } = await create(guild.owner, channelId)
    await platform.guilds.deleteChannel({ id: channelId })
    const [id, token] = [webhook?.id ?? '', webhook?.token ?? '']
    const held = { webhook: { id, token, client: client('203.0.113.1') } }
    expect(await codeOf(service.webhooks.getByToken(held))).to.equal('UNKNOWN_WEBHOOK')
    expect(await codeOf(service.webhooks.get({ actor: actor(guild.owner), id }))).to.equal('UNKNOWN_WEBHOOK')
  })

  it('fails calls with SERVICE_UNAVAILABLE while it is unavailable', async () => {
    const lonely = await startService({ guildsAddress: '127.0.0.1:1' })
    const call = lonely.webhooks.create({
      ...asManager(guild.owner),
      channelId: guild.channelId,
      name: 'Builds',
    })
    expect(await codeOf(call)).to.equal('SERVICE_UNAVAILABLE')
    await lonely.close()
  })

  it('fails calls with INTERNAL_SERVER_ERROR and logs the rpc that it does not implement', async () => {
    const { log, text } = logLines()
    const empty = await serve({ services: [[GuildsService, {}]], listen: '127.0.0.1:0', log })
    const lonely = await startService({ guildsAddress: empty.address }, { log })
    const call = lonely.webhooks.create({
      ...asManager(guild.owner),
      channelId: guild.channelId,
      name: 'Builds',
    })
    expect(await codeOf(call)).to.equal('INTERNAL_SERVER_ERROR')
    expect(text()).to.include(
      `/gatehouse.guilds.v1.Guilds/GetChannel is not implemented by dns:${empty.address}`,
    )
    await lonely.close()
    await empty.drain()
  })
})
