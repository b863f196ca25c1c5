import { type Channel, ChannelKind } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import {
  freshId,
  makeChannel,
  makeDmChannel,
  makeGuild,
  type StartedDirectory,
  startDirectory,
} from './fixtures.ts'

describe('the guild directory: channels', () => {
  let directory: StartedDirectory
  let guild: Awaited<ReturnType<typeof makeGuild>>
  before(async () => {
    directory = await startDirectory()
    guild = await makeGuild(directory)
  })
  after(() => directory.close())

  const text = (fields: Partial<Channel> = {}): Channel => ({
    id: '',
    guildId: guild.id,
    name: 'builds',
    kind: ChannelKind.TEXT,
    archived: false,
    ...fields,
  })
  const put = async (channel: Channel) => (await directory.guilds.putChannel({ channel })).channel
  const problems = async (call: Promise<unknown>) =>
    (await rejected(call)).fields.map(({ path, code }) => `${path}: ${code}`)

  it('stores a channel', async () => {
    const made = await put(text())
    expect(made?.guildId).to.equal(guild.id)
    expect((await directory.guilds.getChannel({ id: made?.id ?? '' })).channel).to.deep.equal(made)
    const archived = await put(text({ id: made?.id ?? '', name: 'old builds', archived: true }))
    expect((await directory.guilds.getChannel({ id: made?.id ?? '' })).channel).to.deep.equal(archived)
  })

  it('stores a DM channel without a guild', async () => {
    const id = await makeDmChannel(directory)
    expect((await directory.guilds.getChannel({ id })).channel).to.include({
      guildId: undefined,
      kind: ChannelKind.DM,
    })
    expect(await directory.guilds.deleteChannel({ id })).to.deep.equal({ deleted: true })
  })

  it('rejects a channel of an unknown guild', async () => {
    expect((await rejected(put(text({ guildId: freshId() })))).code).to.equal('UNKNOWN_GUILD')
  })

  it('rejects invalid fields by their paths', async () => {
    expect(
      await problems(put(text({ kind: ChannelKind.UNSPECIFIED, name: '   ', guildId: undefined }))),
    ).to.deep.equal([
      'channel.kind: REQUIRED',
      'channel.guild_id: REQUIRED',
      'channel.name: STRING_LENGTH_INVALID',
    ])
    // A kind from a newer directory arrives as a bare number.
    const newer = { ...text(), kind: 9 } as unknown as Channel
    expect(await problems(put(newer))).to.deep.equal(['channel.kind: INVALID_FORMAT'])
    expect(await problems(put(text({ kind: ChannelKind.DM })))).to.deep.equal([
      'channel.guild_id: FIELD_NOT_ALLOWED',
    ])
    expect(await problems(directory.guilds.putChannel({ channel: undefined }))).to.deep.equal([
      'channel: REQUIRED',
    ])
  })

  it('rejects a change of the guild or the kind of a channel', async () => {
    const other = await makeGuild(directory)
    const id = await makeChannel(directory, guild.id)
    expect(await problems(put(text({ id, guildId: other.id })))).to.deep.equal([
      'channel.guild_id: FIELD_NOT_ALLOWED',
    ])
    expect(await problems(put(text({ id, guildId: undefined, kind: ChannelKind.DM })))).to.deep.equal([
      'channel.kind: FIELD_NOT_ALLOWED',
    ])
  })

  it('lists the channels of one guild, or of all', async () => {
    const own = await makeGuild(directory)
    const second = await makeChannel(directory, own.id)
    const ids = async (guildId: string | undefined, pageSize: number, pageToken = '') =>
      (await directory.guilds.listChannels({ guildId, pageSize, pageToken })).channels.map(({ id }) => id)
    expect(await ids(own.id, 0)).to.deep.equal([own.channelId, second])
    expect(await ids(own.id, 1, own.channelId)).to.deep.equal([second])
    expect(await ids(undefined, 1000)).to.include.members([guild.channelId, own.channelId])
    expect((await rejected(ids(freshId(), 0))).code).to.equal('UNKNOWN_GUILD')
  })

  it('deletes a channel with its overwrites and invites, but not those of other channels', async () => {
    const [id, upstream] = [await makeChannel(directory, guild.id), await makeChannel(directory, guild.id)]
    for (const channelId of [id, upstream]) {
      const overwrite = { id: '', channelId, userId: guild.reader, allow: '', deny: '1' }
      await directory.guilds.putOverwrite({ overwrite })
      const keys = { code: `to-${channelId}`, guildId: guild.id, channelId }
      await directory.guilds.putInvite({
        invite: { ...keys, maxUses: undefined, uses: 0, expiresAt: undefined },
      })
    }
    expect(await directory.guilds.deleteChannel({ id })).to.deep.equal({ deleted: true })
    expect(await directory.guilds.deleteChannel({ id })).to.deep.equal({ deleted: false })

    expect((await rejected(directory.guilds.getChannel({ id }))).code).to.equal('UNKNOWN_CHANNEL')
    expect((await rejected(directory.guilds.getInvite({ code: `to-${id}` }))).code).to.equal('UNKNOWN_INVITE')
    const overwriteId = `${id}-${guild.reader}`
    expect((await rejected(directory.guilds.getOverwrite({ id: overwriteId }))).code).to.equal(
      'UNKNOWN_OVERWRITE',
    )
    await directory.guilds.getInvite({ code: `to-${upstream}` })
    await directory.guilds.getOverwrite({ id: `${upstream}-${guild.reader}` })
  })
})
