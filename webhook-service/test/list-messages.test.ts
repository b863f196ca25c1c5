import { permission } from '@gatehouse/proto/guilds/permissions'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { freshId, makeDmChannel, makeGuild } from '../../guild-directory/test/fixtures.ts'
import { makeWebhook, post } from './executing.ts'
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

  it('ends a page at 1 MiB, and continues without a gap in both directions', async () => {
    const messages = service.connection.collection<{ _id: string }>('messages')
    const webhook = await makeWebhook(service)
    for (let index = 0; index < 30; index += 1) await post(service, { webhook, body: { text: `${index}` } })
    await messages.updateMany({ channelId: toSortable(webhook.channelId) }, [
      { $set: { embeds: [{ description: 'd'.repeat(50_000) }] } },
    ])
    const read = async (range: { pageToken?: string; after?: string }) => {
      const page = await list(webhook.owner, { channelId: webhook.channelId, pageSize: 100, ...range })
      return { texts: page.messages.map(({ content }) => content), next: page.nextPageToken }
    }
    const newest = await read({})
    expect(newest.texts).to.have.lengthOf.within(18, 21)
    const rest = await read({ pageToken: newest.next })
    expect(rest.next).to.equal('')
    expect([...newest.texts, ...rest.texts]).to.deep.equal(
      Array.from({ length: 30 }, (_, index) => `${29 - index}`),
    )
    const oldest = await read({ after: '0' })
    const later = await read({ after: '0', pageToken: oldest.next })
    expect([...later.texts, ...oldest.texts]).to.deep.equal([...newest.texts, ...rest.texts])
  })

  it('has one message however large it is', async () => {
    const messages = service.connection.collection<{ _id: string }>('messages')
    const webhook = await makeWebhook(service)
    for (const text of ['a', 'b']) await post(service, { webhook, body: { text } })
    await messages.updateMany({ channelId: toSortable(webhook.channelId) }, [
      { $set: { content: 'c'.repeat(2 ** 21) } },
    ])
    const page = await list(webhook.owner, { channelId: webhook.channelId })
    expect([page.messages.length, page.nextPageToken]).to.deep.equal([1, page.messages[0]?.id])
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
