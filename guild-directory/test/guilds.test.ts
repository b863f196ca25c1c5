import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { freshId, makeChannel, makeGuild, type StartedDirectory, startDirectory } from './fixtures.ts'

describe('the guild directory: guilds', () => {
  let directory: StartedDirectory
  before(async () => {
    directory = await startDirectory()
  })
  after(() => directory.close())

  const put = (guild: { id?: string; name?: string; ownerId?: string }) =>
    directory.guilds.putGuild({ guild: { id: '', name: 'Guild', ownerId: freshId(), ...guild } })
  const problems = async (call: Promise<unknown>) =>
    (await rejected(call)).fields.map(({ path, code }) => `${path}: ${code}`)

  it('generates an id if none is given, and returns the guild', async () => {
    const { guild } = await put({ name: '  Café \n' })
    expect(guild?.id).to.match(/^\d{17,19}$/)
    expect(guild?.name).to.equal('Café')
    expect((await directory.guilds.getGuild({ id: guild?.id ?? '' })).guild).to.deep.equal(guild)
  })

  it('changes an existing guild', async () => {
    const { guild } = await put({})
    const changed = { id: guild?.id ?? '', name: 'Other', ownerId: freshId() }
    await directory.guilds.putGuild({ guild: changed })
    expect((await directory.guilds.getGuild({ id: changed.id })).guild).to.deep.equal(changed)
  })

  it('accepts ids from 0 to 2^63-1', async () => {
    for (const id of ['0', '9223372036854775807']) {
      expect((await put({ id })).guild?.id).to.equal(id)
      expect((await directory.guilds.getGuild({ id })).guild?.id).to.equal(id)
    }
  })

  it('rejects all invalid fields at once, by their paths', async () => {
    expect(await problems(put({ id: '01', name: '', ownerId: '9223372036854775808' }))).to.deep.equal([
      'guild.id: INVALID_SNOWFLAKE_FORMAT',
      'guild.name: STRING_LENGTH_INVALID',
      'guild.owner_id: SNOWFLAKE_OUT_OF_RANGE',
    ])
    expect(await problems(put({ name: 'x'.repeat(101), ownerId: '' }))).to.deep.equal([
      'guild.name: STRING_LENGTH_INVALID',
      'guild.owner_id: REQUIRED',
    ])
    expect(await problems(directory.guilds.putGuild({ guild: undefined }))).to.deep.equal(['guild: REQUIRED'])
    expect(await problems(directory.guilds.getGuild({ id: '{"$ne":null}' }))).to.deep.equal([
      'id: INVALID_SNOWFLAKE_FORMAT',
    ])
  })

  it('rejects an unknown guild', async () => {
    expect((await rejected(directory.guilds.getGuild({ id: freshId() }))).code).to.equal('UNKNOWN_GUILD')
  })

  it('pages guilds in numeric order', async () => {
    const ids = ['7', '70', '8', '700000000000000000']
    for (const id of ids) await put({ id })
    const first = await directory.guilds.listGuilds({ pageSize: 2, pageToken: '6' })
    expect(first.guilds.map(({ id }) => id)).to.deep.equal(['7', '8'])
    const next = await directory.guilds.listGuilds({ pageSize: 2, pageToken: first.nextPageToken })
    expect(next.guilds.map(({ id }) => id)).to.deep.equal(['70', '700000000000000000'])
  })

  it('returns no token with the last page, and reduces a size above the maximum', async () => {
    const all = await directory.guilds.listGuilds({ pageSize: 100_000, pageToken: '' })
    expect(all.nextPageToken).to.equal('')
    const { guilds } = await directory.guilds.listGuilds({ pageSize: 0, pageToken: '' })
    expect(guilds).to.deep.equal(all.guilds.slice(0, 100))
  })

  it('rejects a negative size and an invalid token', async () => {
    const list = (page: { pageSize: number; pageToken: string }) =>
      problems(directory.guilds.listGuilds(page))
    expect(await list({ pageSize: -1, pageToken: '' })).to.deep.equal(['page_size: NUMBER_OUT_OF_RANGE'])
    expect(await list({ pageSize: 0, pageToken: 'x' })).to.deep.equal(['page_token: INVALID_FORMAT'])
  })

  it('deletes a guild with its channels, members, overwrites and invites, and reports it once', async () => {
    const guild = await makeGuild(directory)
    const keys = { guildId: guild.id, channelId: guild.channelId }
    const invite = { ...keys, code: '', maxUses: undefined, uses: 0, expiresAt: undefined }
    const { invite: made } = await directory.guilds.putInvite({ invite })
    const overwrite = { id: '', channelId: guild.channelId, userId: guild.reader, allow: '8', deny: '' }
    await directory.guilds.putOverwrite({ overwrite })

    expect(await directory.guilds.deleteGuild({ id: guild.id })).to.deep.equal({ deleted: true })
    expect(await directory.guilds.deleteGuild({ id: guild.id })).to.deep.equal({ deleted: false })
    const gone = [
      directory.guilds.getGuild({ id: guild.id }),
      directory.guilds.getChannel({ id: guild.channelId }),
      directory.guilds.getMember({ guildId: guild.id, userId: guild.reader }),
      directory.guilds.getOverwrite({ id: `${guild.channelId}-${guild.reader}` }),
      directory.guilds.getInvite({ code: made?.code ?? '' }),
    ]
    const codes = (await Promise.all(gone.map(rejected))).map(({ code }) => code)
    expect(codes).to.deep.equal([
      'UNKNOWN_GUILD',
      'UNKNOWN_CHANNEL',
      'UNKNOWN_MEMBER',
      'UNKNOWN_OVERWRITE',
      'UNKNOWN_INVITE',
    ])
  })

  it('leaves nothing behind if members and channels are added during the deletion', async () => {
    const guild = await makeGuild(directory)
    const puts = Array.from({ length: 10 }, () => [
      directory.guilds.putMember({ member: { guildId: guild.id, userId: freshId(), permissions: '' } }),
      makeChannel(directory, guild.id),
    ]).flat()
    await Promise.allSettled([...puts, directory.guilds.deleteGuild({ id: guild.id })])
    for (const name of ['members', 'channels']) {
      const left = await directory.connection
        .collection(name)
        .countDocuments({ guildId: toSortable(guild.id) })
      expect(left, name).to.equal(0)
    }
  })

  it('completes an interrupted deletion when the guild is deleted or put again', async () => {
    const { id } = await makeGuild(directory)
    const stray = freshId()
    const leave = () =>
      directory.connection
        .collection('members')
        .insertOne({ guildId: toSortable(id), userId: toSortable(stray), permissions: '8' })
    const find = () => directory.guilds.getMember({ guildId: id, userId: stray })

    await directory.guilds.deleteGuild({ id })
    await leave()
    expect(await directory.guilds.deleteGuild({ id })).to.deep.equal({ deleted: false })
    expect((await rejected(find())).code).to.equal('UNKNOWN_MEMBER')
    await leave()
    await put({ id })
    expect((await rejected(find())).code).to.equal('UNKNOWN_MEMBER')
  })

  it('deletes a guild with more members than one transaction can delete', async () => {
    const { id } = await makeGuild(directory)
    const many = Array.from({ length: 30_000 }, () => ({
      guildId: toSortable(id),
      userId: toSortable(freshId()),
      permissions: '1024',
    }))
    // All at once could exceed the 2 s of an operation on a busy machine.
    while (many.length > 0) await directory.connection.collection('members').insertMany(many.splice(0, 1000))
    expect(await directory.guilds.deleteGuild({ id })).to.deep.equal({ deleted: true })
    expect(await directory.connection.collection('members').findOne({ guildId: toSortable(id) })).to.equal(
      null,
    )
  })
})
