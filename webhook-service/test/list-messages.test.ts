import { permission } from '@gatehouse/proto/guilds/permissions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { freshId, makeDmChannel, makeGuild } from '../../guild-directory/test/fixtures.ts'
import { actor, type StartedService, startService } from './started-service.ts'

describe('Webhooks.ListMessages', () => {
  let service: StartedService
  let guild: Awaited<ReturnType<typeof makeGuild>>
  before(async () => {
    service = await startService()
    guild = await makeGuild(service)
  })
  after(() => service.close())

  const list = (
    as: string,
    fields: { channelId?: string; pageSize?: number; pageToken?: string; after?: string } = {},
  ) =>
    service.webhooks.listMessages({
      actor: actor(as),
      channelId: guild.channelId,
      pageSize: 0,
      pageToken: '',
      ...fields,
    })
  const member = (userId: string, permissions: bigint) =>
    service.guilds.putMember({ member: { guildId: guild.id, userId, permissions: String(permissions) } })
  const codeOf = async (call: Promise<unknown>) => (await rejected(call)).code

  it('returns messages to members who may view the channel, administrators and the owner', async () => {
    const admin = freshId()
    await member(admin, permission.ADMINISTRATOR)
    for (const as of [guild.reader, guild.owner, admin]) {
      expect(await list(as)).to.deep.equal({ messages: [], nextPageToken: '' })
    }
  })

  it('rejects strangers, and members who may not view the channel', async () => {
    const blind = freshId()
    await member(blind, permission.MANAGE_WEBHOOKS)
    expect(await codeOf(list(freshId()))).to.equal('MISSING_ACCESS')
    expect(await codeOf(list(blind))).to.equal('MISSING_PERMISSIONS')
  })

  it('rejects a member whose overwrite denies viewing', async () => {
    const hidden = freshId()
    await member(hidden, permission.VIEW_CHANNEL)
    const deny = String(permission.VIEW_CHANNEL)
    const overwrite = { id: '', channelId: guild.channelId, userId: hidden, allow: '', deny }
    await service.guilds.putOverwrite({ overwrite })
    expect(await codeOf(list(hidden))).to.equal('MISSING_PERMISSIONS')
  })

  it('rejects an unknown channel and a DM channel', async () => {
    expect(await codeOf(list(guild.owner, { channelId: freshId() }))).to.equal('UNKNOWN_CHANNEL')
    expect(await codeOf(list(guild.owner, { channelId: await makeDmChannel(service) }))).to.equal(
      'UNKNOWN_CHANNEL',
    )
  })

  it('rejects an invalid page with all problems', async () => {
    const error = await rejected(list(guild.owner, { pageToken: 'x', after: '01' }))
    expect(error.fields.map(({ path }) => path)).to.deep.equal(['page_token', 'after'])
    const negative = await rejected(list(guild.owner, { pageSize: -1 }))
    expect(negative.fields.map(({ path, code }) => `${path}: ${code}`)).to.deep.equal([
      'page_size: NUMBER_OUT_OF_RANGE',
    ])
  })
})
