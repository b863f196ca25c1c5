import type { Invite } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { freshId, makeChannel, makeGuild, type StartedDirectory, startDirectory } from './fixtures.ts'

describe('the guild directory: invites', () => {
  let directory: StartedDirectory
  let guild: Awaited<ReturnType<typeof makeGuild>>
  before(async () => {
    directory = await startDirectory()
  })
  after(() => directory.close())
  beforeEach(async () => {
    guild = await makeGuild(directory)
  })

  const put = async (fields: Partial<Invite> = {}): Promise<Invite> => {
    const bare = { code: '', guildId: guild.id, channelId: guild.channelId, maxUses: undefined, uses: 0 }
    const { invite } = await directory.guilds.putInvite({
      invite: { ...bare, expiresAt: undefined, ...fields },
    })
    if (!invite) throw new Error('PutInvite answered without an invite.')
    return invite
  }
  const redeem = (code: string, userId = freshId()) => directory.guilds.redeemInvite({ code, userId })
  const uses = async (code: string) => (await directory.guilds.getInvite({ code })).invite?.uses
  const codeOf = async (call: Promise<unknown>) => (await rejected(call)).code
  const problems = async (call: Promise<unknown>) =>
    (await rejected(call)).fields.map(({ path, code }) => `${path}: ${code}`)

  it('generates a code if none is given, and stores the invite', async () => {
    const expiresAt = new Date(directory.clock.now() + 3_600_000)
    const invite = await put({ maxUses: 3, expiresAt })
    expect(invite.code).to.match(/^[\w-]{12}$/)
    expect((await directory.guilds.getInvite({ code: invite.code })).invite).to.deep.equal(invite)
    expect(invite).to.deep.include({ maxUses: 3, uses: 0, expiresAt })
  })

  it('has unlimited uses without a maximum, which is at least 1', async () => {
    expect((await put()).maxUses).to.equal(undefined)
    expect(await problems(put({ maxUses: 0 }))).to.deep.equal(['invite.max_uses: NUMBER_OUT_OF_RANGE'])
  })

  it('keeps the uses when an invite is put again', async () => {
    const { code } = await put({ maxUses: 5 })
    await redeem(code)
    expect(await put({ code, maxUses: 9, uses: 0 })).to.include({ maxUses: 9, uses: 1 })
  })

  it('rejects invalid codes, unknown guilds, channels of other guilds, and codes of other guilds', async () => {
    for (const code of ['a', 'x'.repeat(65), 'a b', 'ä-ö', '../..']) {
      expect(await problems(put({ code })), code).to.deep.equal(['invite.code: INVALID_FORMAT'])
    }
    const other = await makeGuild(directory)
    expect(await codeOf(put({ guildId: freshId() }))).to.equal('UNKNOWN_GUILD')
    expect(await codeOf(put({ channelId: other.channelId }))).to.equal('UNKNOWN_CHANNEL')
    const { code } = await put()
    const taking = put({ code, guildId: other.id, channelId: other.channelId })
    expect(await problems(taking)).to.deep.equal(['invite.guild_id: FIELD_NOT_ALLOWED'])
  })

  it('pages the invites of a guild by their codes', async () => {
    const names = ['aa', 'ab', 'b0'].map((code) => `${code}-${guild.id}`)
    for (const code of names) await put({ code })
    const list = (pageToken: string, guildId = guild.id) =>
      directory.guilds.listInvites({ guildId, pageSize: 1, pageToken })
    const first = await list('')
    expect(first.invites.map(({ code }) => code)).to.deep.equal(names.slice(0, 1))
    const second = await list(first.nextPageToken)
    expect(second.invites.map(({ code }) => code)).to.deep.equal(names.slice(1, 2))
    expect((await list(second.nextPageToken)).nextPageToken).to.equal('')
    expect(await problems(list('a b'))).to.deep.equal(['page_token: INVALID_FORMAT'])
    expect(await codeOf(list('', freshId()))).to.equal('UNKNOWN_GUILD')
  })

  it('deletes an invite, and reports it once', async () => {
    const { code } = await put()
    expect(await directory.guilds.deleteInvite({ code })).to.deep.equal({ deleted: true })
    expect(await directory.guilds.deleteInvite({ code })).to.deep.equal({ deleted: false })
    expect(await codeOf(redeem(code))).to.equal('UNKNOWN_INVITE')
  })

  describe('RedeemInvite', () => {
    it('adds a member who may view channels', async () => {
      const { code } = await put()
      const userId = freshId()
      const { id: guildId, channelId } = guild
      expect(await redeem(code, userId)).to.deep.equal({ guildId, channelId, joined: true })
      expect((await directory.guilds.getMember({ guildId, userId })).member?.permissions).to.equal('1024')
      expect(await uses(code)).to.equal(1)
    })

    it('takes no use for a member, the owner, or a repeated call, even if none is left', async () => {
      const { code } = await put({ maxUses: 1 })
      expect(await redeem(code, guild.manager)).to.include({ joined: false })
      expect(await redeem(code, guild.owner)).to.include({ joined: false })
      const userId = freshId()
      expect(await redeem(code, userId)).to.include({ joined: true })
      expect(await redeem(code, userId)).to.include({ joined: false })
      expect(await uses(code)).to.equal(1)
    })

    it('does not change the permissions of a member', async () => {
      const { code } = await put()
      const key = { guildId: guild.id, userId: guild.manager }
      const before = await directory.guilds.getMember(key)
      await redeem(code, guild.manager)
      expect(await directory.guilds.getMember(key)).to.deep.equal(before)
    })

    it('never exceeds the number of uses with 50 concurrent calls', async () => {
      const { code } = await put({ maxUses: 10 })
      const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => redeem(code)))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(10)
      const rejections = outcomes.filter((outcome) => outcome.status === 'rejected')
      expect(new Set(rejections.map(({ reason }) => reason.code))).to.deep.equal(new Set(['UNKNOWN_INVITE']))
      expect(await uses(code)).to.equal(10)
    })

    it('counts concurrent calls of one user once', async () => {
      const { code } = await put({ maxUses: 5 })
      const userId = freshId()
      const responses = await Promise.all(Array.from({ length: 10 }, () => redeem(code, userId)))
      expect(responses.filter(({ joined }) => joined)).to.have.length(1)
      expect(await uses(code)).to.equal(1)
    })

    it('rejects a code from the moment it expires', async () => {
      const { code } = await put({ expiresAt: new Date(directory.clock.now() + 1000) })
      directory.clock.advance(999)
      expect(await redeem(code)).to.include({ joined: true })
      directory.clock.advance(1)
      expect(await codeOf(redeem(code))).to.equal('UNKNOWN_INVITE')
    })

    it('rejects unknown, malformed, expired and used-up codes alike', async () => {
      const usedUp = await put({ maxUses: 1 })
      await redeem(usedUp.code)
      const expired = await put({ expiresAt: new Date(0) })
      const codes = ['nobody-knows', '', '$ne', 'x'.repeat(1000), usedUp.code, expired.code]
      const errors = await Promise.all(codes.map((code) => rejected(redeem(code))))
      expect(new Set(errors.map(({ code, message }) => `${code} ${message}`))).to.have.property('size', 1)
      expect(errors[0]?.code).to.equal('UNKNOWN_INVITE')
      expect(await problems(redeem(usedUp.code, 'x'))).to.deep.equal(['user_id: INVALID_SNOWFLAKE_FORMAT'])
    })

    it('rejects an invite to a deleted channel', async () => {
      const channelId = await makeChannel(directory, guild.id)
      const { code } = await put({ channelId })
      await directory.guilds.deleteChannel({ id: channelId })
      expect(await codeOf(redeem(code))).to.equal('UNKNOWN_INVITE')
    })
  })
})
