import { allPermissions, permission } from '@gatehouse/proto/guilds/permissions'
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

const { ADMINISTRATOR, MANAGE_WEBHOOKS, VIEW_CHANNEL } = permission

describe('the guild directory: members and their permissions', () => {
  let directory: StartedDirectory
  let guild: Awaited<ReturnType<typeof makeGuild>>
  before(async () => {
    directory = await startDirectory()
    guild = await makeGuild(directory)
  })
  after(() => directory.close())

  const putMember = (permissions: string, userId = freshId(), guildId = guild.id) =>
    directory.guilds.putMember({ member: { guildId, userId, permissions } })
  const putOverwrite = (userId: string, allow: string, deny: string, channelId = guild.channelId) =>
    directory.guilds.putOverwrite({ overwrite: { id: '', channelId, userId, allow, deny } })
  const permissions = async (userId: string, channelId?: string) => {
    const query = { guildId: guild.id, userId, channelId, channelIds: [] }
    const { channelPermissions: _, ...rest } = await directory.guilds.memberPermissions(query)
    return rest
  }
  const problems = async (call: Promise<unknown>) =>
    (await rejected(call)).fields.map(({ path, code }) => `${path}: ${code}`)

  it('stores VIEW_CHANNEL if permissions are empty', async () => {
    expect((await putMember('')).member?.permissions).to.equal('1024')
  })

  it('keeps unknown bits, up to the 63rd', async () => {
    const { member } = await putMember(String(allPermissions))
    expect(
      (await directory.guilds.getMember({ guildId: guild.id, userId: member?.userId ?? '' })).member,
    ).to.deep.equal(member)
    expect(member?.permissions).to.equal('9223372036854775807')
  })

  it('rejects permissions that are not a decimal number of 63 bits', async () => {
    for (const wrong of ['-1', '1.5', '0x8', '01', ' 8', 'ADMINISTRATOR', '9'.repeat(70)]) {
      expect(await problems(putMember(wrong)), wrong).to.deep.equal(['member.permissions: INVALID_FORMAT'])
    }
    expect(await problems(putMember('9223372036854775808'))).to.deep.equal([
      'member.permissions: NUMBER_OUT_OF_RANGE',
    ])
  })

  it('rejects a member of an unknown guild', async () => {
    expect((await rejected(putMember('', freshId(), freshId()))).code).to.equal('UNKNOWN_GUILD')
  })

  it('pages members by account id', async () => {
    const own = await makeGuild(directory)
    for (const userId of ['9', '10', '100']) await putMember('', userId, own.id)
    const page = await directory.guilds.listMembers({ guildId: own.id, pageSize: 2, pageToken: '9' })
    expect(page.members.map(({ userId }) => userId)).to.deep.equal(['10', '100'])
    expect(page.nextPageToken).not.to.equal('')
    const unknown = directory.guilds.listMembers({ guildId: freshId(), pageSize: 0, pageToken: '' })
    expect((await rejected(unknown)).code).to.equal('UNKNOWN_GUILD')
  })

  it('deletes a member with their overwrites in this guild only', async () => {
    const other = await makeGuild(directory)
    const userId = freshId()
    await putMember('', userId)
    await putMember('', userId, other.id)
    await putOverwrite(userId, '8', '')
    await putOverwrite(userId, '8', '', other.channelId)
    expect(await directory.guilds.deleteMember({ guildId: guild.id, userId })).to.deep.equal({
      deleted: true,
    })
    expect(await directory.guilds.deleteMember({ guildId: guild.id, userId })).to.deep.equal({
      deleted: false,
    })
    const gone = directory.guilds.getOverwrite({ id: `${guild.channelId}-${userId}` })
    expect((await rejected(gone)).code).to.equal('UNKNOWN_OVERWRITE')
    await directory.guilds.getOverwrite({ id: `${other.channelId}-${userId}` })
  })

  describe('overwrites', () => {
    it('are identified by channel and member; empty bits mean none', async () => {
      const { overwrite } = await putOverwrite(guild.reader, '', '1024')
      const id = `${guild.channelId}-${guild.reader}`
      const expected = { id, channelId: guild.channelId, userId: guild.reader, allow: '0', deny: '1024' }
      expect(overwrite).to.deep.equal(expected)
      expect((await directory.guilds.getOverwrite({ id })).overwrite).to.deep.equal(expected)
      const page = { channelId: guild.channelId, pageSize: 0, pageToken: '' }
      expect((await directory.guilds.listOverwrites(page)).overwrites).to.deep.include(expected)
      expect(await directory.guilds.deleteOverwrite({ id })).to.deep.equal({ deleted: true })
      expect(await directory.guilds.deleteOverwrite({ id })).to.deep.equal({ deleted: false })
    })

    it('need a channel of a guild and a member of that guild', async () => {
      const dm = await makeDmChannel(directory)
      const code = async (call: Promise<unknown>) => (await rejected(call)).code
      expect(await code(putOverwrite(guild.reader, '', '', freshId()))).to.equal('UNKNOWN_CHANNEL')
      expect(await code(putOverwrite(guild.reader, '', '', dm))).to.equal('UNKNOWN_CHANNEL')
      expect(await code(putOverwrite(freshId(), '', ''))).to.equal('UNKNOWN_MEMBER')
      const list = directory.guilds.listOverwrites({ channelId: freshId(), pageSize: 0, pageToken: '' })
      expect(await code(list)).to.equal('UNKNOWN_CHANNEL')
    })

    it('are rejected with invalid ids and bits', async () => {
      for (const id of ['', '1', '1-', '1-2-3', '01-2', 'a-b', '9223372036854775808-1']) {
        expect(await problems(directory.guilds.getOverwrite({ id })), id).to.deep.equal([
          'id: INVALID_FORMAT',
        ])
      }
      expect(await problems(putOverwrite('x', '-1', '1e3'))).to.deep.equal([
        'overwrite.user_id: INVALID_SNOWFLAKE_FORMAT',
        'overwrite.allow: INVALID_FORMAT',
        'overwrite.deny: INVALID_FORMAT',
      ])
    })
  })

  describe('MemberPermissions', () => {
    const every = String(allPermissions)

    it('returns all permissions for the owner, who counts as a member', async () => {
      expect(await permissions(guild.owner)).to.deep.equal({
        isMember: true,
        isOwner: true,
        permissions: every,
      })
      expect((await permissions(guild.owner, guild.channelId)).permissions).to.equal(every)
    })

    it('returns all permissions for an administrator, whatever a channel denies', async () => {
      const admin = freshId()
      await putMember(String(ADMINISTRATOR), admin)
      await putOverwrite(admin, '', every)
      expect(await permissions(admin, guild.channelId)).to.deep.equal({
        isMember: true,
        isOwner: false,
        permissions: every,
      })
    })

    it('applies an overwrite in its channel only', async () => {
      const userId = freshId()
      const bits = VIEW_CHANNEL | (1n << 62n)
      await putMember(String(bits), userId)
      await putOverwrite(userId, String(MANAGE_WEBHOOKS), String(VIEW_CHANNEL))
      const elsewhere = await makeChannel(directory, guild.id)
      const inChannel = String((1n << 62n) | MANAGE_WEBHOOKS)
      expect((await permissions(userId, guild.channelId)).permissions).to.equal(inChannel)
      expect((await permissions(userId, elsewhere)).permissions).to.equal(String(bits))
      expect((await permissions(userId)).permissions).to.equal(String(bits))
    })

    it('returns those in each of several channels, and none in a channel of another guild', async () => {
      const userId = freshId()
      await putMember(String(MANAGE_WEBHOOKS), userId)
      await putOverwrite(userId, String(VIEW_CHANNEL), String(MANAGE_WEBHOOKS))
      const elsewhere = await makeChannel(directory, guild.id)
      const foreign = (await makeGuild(directory)).channelId
      const dm = await makeDmChannel(directory)
      const channelIds = [guild.channelId, elsewhere, foreign, dm, freshId()]
      const of = async (id: string) =>
        Object.values(
          (
            await directory.guilds.memberPermissions({
              guildId: guild.id,
              userId: id,
              channelId: undefined,
              channelIds,
            })
          ).channelPermissions,
        )
      const none = ['0', '0', '0']
      expect((await of(userId)).toSorted()).to.deep.equal(
        [String(VIEW_CHANNEL), String(MANAGE_WEBHOOKS), ...none].toSorted(),
      )
      expect((await of(guild.owner)).toSorted()).to.deep.equal([every, every, ...none].toSorted())
      expect(await of(freshId())).to.deep.equal(['0', '0', ...none])
    })

    it('returns no permissions for a stranger', async () => {
      const nobody = { isMember: false, isOwner: false, permissions: '0' }
      expect(await permissions(freshId())).to.deep.equal(nobody)
      expect(await permissions(freshId(), guild.channelId)).to.deep.equal(nobody)
    })

    it('rejects an unknown guild, an unknown channel and one of another guild', async () => {
      const other = await makeGuild(directory)
      const code = async (call: Promise<unknown>) => (await rejected(call)).code
      const unknown = { guildId: freshId(), userId: guild.owner, channelId: undefined, channelIds: [] }
      expect(await code(directory.guilds.memberPermissions(unknown))).to.equal('UNKNOWN_GUILD')
      expect(await code(permissions(guild.owner, freshId()))).to.equal('UNKNOWN_CHANNEL')
      expect(await code(permissions(guild.owner, other.channelId))).to.equal('UNKNOWN_CHANNEL')
      expect(await code(permissions(guild.owner, await makeDmChannel(directory)))).to.equal('UNKNOWN_CHANNEL')
      const odd = { guildId: '', userId: 'x', channelId: '-', channelIds: ['1', 'y', ''] }
      expect(await problems(directory.guilds.memberPermissions(odd))).to.deep.equal([
        'guild_id: REQUIRED',
        'user_id: INVALID_SNOWFLAKE_FORMAT',
        'channel_id: INVALID_SNOWFLAKE_FORMAT',
        'channel_ids[1]: INVALID_SNOWFLAKE_FORMAT',
        'channel_ids[2]: REQUIRED',
      ])
      const tooMany = { ...unknown, channelIds: Array.from({ length: 1001 }, () => '1') }
      expect(await problems(directory.guilds.memberPermissions(tooMany))).to.deep.equal([
        'channel_ids: ARRAY_LENGTH_INVALID',
      ])
    })
  })
})
