import type { Webhook } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { permission } from '@gatehouse/proto/guilds/permissions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { freshId, makeChannel, makeDmChannel, makeGuild } from '../../guild-directory/test/fixtures.ts'
import { changing } from './executing.ts'
import { actor, asManager, type StartedService, startService } from './started-service.ts'

describe('Webhooks as a manager', () => {
  let service: StartedService
  let guild: Awaited<ReturnType<typeof makeGuild>>
  before(async () => {
    service = await startService()
  })
  after(() => service.close())
  beforeEach(async () => {
    guild = await makeGuild(service)
  })

  const create = async (
    fields: { as?: string; channelId?: string; name?: string } = {},
  ): Promise<Webhook> => {
    const { as = guild.manager, channelId = guild.channelId, name = 'Builds' } = fields
    const { webhook } = await service.webhooks.create({ ...asManager(as), channelId, name })
    if (!webhook) throw new Error('Create answered without a webhook.')
    return webhook
  }
  const get = async (id: string, as = guild.manager) =>
    (await service.webhooks.get({ actor: actor(as), id })).webhook
  const update = async (id: string, change: { name?: string; channelId?: string }, as = guild.manager) =>
    (await service.webhooks.update({ ...asManager(as), id, ...changing(change) })).webhook
  const codeOf = async (call: Promise<unknown>) => (await rejected(call)).code
  const problems = async (call: Promise<unknown>) =>
    (await rejected(call)).fields.map(({ path, code }) => `${path}: ${code}`)
  const overwrite = (
    userId: string,
    bits: { allow?: bigint; deny?: bigint },
    channelId = guild.channelId,
  ) => {
    const { allow = 0n, deny = 0n } = bits
    return service.guilds.putOverwrite({
      overwrite: { id: '', channelId, userId, allow: String(allow), deny: String(deny) },
    })
  }

  describe('Create', () => {
    it('creates a webhook with its own token', async () => {
      const webhook = await create({ name: '  Builds\u200b ' })
      expect(webhook).to.deep.include({
        guildId: guild.id,
        channelId: guild.channelId,
        name: 'Builds',
        avatar: undefined,
        creatorId: guild.manager,
      })
      expect(webhook.token).to.match(/^ghw_[A-Za-z0-9_-]{43}$/)
      expect((await create()).token).not.to.equal(webhook.token)
    })

    it('returns the same webhook with its token afterwards', async () => {
      const webhook = await create()
      expect(await get(webhook.id)).to.deep.equal(webhook)
    })

    it('stores the token only encrypted and as a digest', async () => {
      const { token } = await create()
      const stored = await service.connection.collection('webhooks').find().toArray()
      expect(JSON.stringify(stored)).not.to.include(token.slice(4))
    })

    for (const name of ['', ' \u200b ', 'x'.repeat(81)]) {
      it(`rejects the name ${JSON.stringify(name).slice(0, 12)}`, async () => {
        expect(await problems(create({ name }))).to.deep.equal(['name: WEBHOOK_NAME_LENGTH_INVALID'])
      })
    }

    it('rejects an unknown channel and a DM channel alike', async () => {
      const dm = await makeDmChannel(service)
      for (const channelId of [freshId(), dm, '', 'x', '$ne']) {
        expect(await codeOf(create({ channelId })), channelId).to.equal('UNKNOWN_CHANNEL')
      }
    })

    it('rejects a call without an actor', async () => {
      const call = service.webhooks.create({ ...asManager(''), channelId: guild.channelId, name: 'Builds' })
      expect(await codeOf(call)).to.equal('UNAUTHORIZED')
    })
  })

  describe('permissions', () => {
    it('are granted to the owner, a manager and an administrator', async () => {
      const admin = freshId()
      const permissions = String(permission.ADMINISTRATOR)
      await service.guilds.putMember({ member: { guildId: guild.id, userId: admin, permissions } })
      for (const as of [guild.owner, guild.manager, admin]) await create({ as })
    })

    it('fail with MISSING_ACCESS for strangers and MISSING_PERMISSIONS for members', async () => {
      const { id } = await create()
      const page = { pageSize: 0, pageToken: '' }
      const asks = (as: string) => [
        create({ as }),
        get(id, as),
        update(id, { name: 'Mine' }, as),
        service.webhooks.delete({ ...asManager(as), id }),
        service.webhooks.listByChannel({ actor: actor(as), channelId: guild.channelId, ...page }),
        service.webhooks.listByGuild({ actor: actor(as), guildId: guild.id, ...page }),
      ]
      const codesOf = async (as: string) => new Set(await Promise.all(asks(as).map(codeOf)))
      expect(await codesOf(freshId())).to.deep.equal(new Set(['MISSING_ACCESS']))
      expect(await codesOf(guild.reader)).to.deep.equal(new Set(['MISSING_PERMISSIONS']))
      expect((await get(id))?.name).to.equal('Builds')
    })

    it('include the overwrites of the channel, also for the list of the guild', async () => {
      const { id } = await create()
      await overwrite(guild.manager, { deny: permission.MANAGE_WEBHOOKS })
      await overwrite(guild.reader, { allow: permission.MANAGE_WEBHOOKS })
      expect(await codeOf(create())).to.equal('MISSING_PERMISSIONS')
      expect(await codeOf(get(id))).to.equal('MISSING_PERMISSIONS')
      expect((await get(id, guild.reader))?.id).to.equal(id)
      const list = (as: string) =>
        service.webhooks.listByGuild({ actor: actor(as), guildId: guild.id, pageSize: 0, pageToken: '' })
      expect((await list(guild.manager)).webhooks).to.deep.equal([])
      expect((await list(guild.owner)).webhooks.map((webhook) => webhook.id)).to.deep.equal([id])
      expect(await codeOf(list(guild.reader))).to.equal('MISSING_PERMISSIONS')
    })
  })

  describe('ListByGuild', () => {
    const list = async (as: string, page = { pageSize: 0, pageToken: '' }) =>
      service.webhooks.listByGuild({ actor: actor(as), guildId: guild.id, ...page })
    const idsFor = async (as: string) => (await list(as)).webhooks.map(({ id }) => id)

    it('leaves out the webhooks of channels in which the caller may not manage them', async () => {
      const denied = await makeChannel(service, guild.id)
      const allowed = await create()
      const hidden = await create({ as: guild.owner, channelId: denied })
      await overwrite(guild.manager, { deny: permission.MANAGE_WEBHOOKS | permission.VIEW_CHANNEL }, denied)
      expect(await idsFor(guild.manager)).to.deep.equal([allowed.id])
      expect(await idsFor(guild.owner)).to.deep.equal([allowed.id, hidden.id])
      await update(hidden.id, { channelId: guild.channelId }, guild.owner)
      expect(await idsFor(guild.manager)).to.deep.equal([allowed.id, hidden.id])
      await update(allowed.id, { channelId: denied }, guild.owner)
      expect(await idsFor(guild.manager)).to.deep.equal([hidden.id])
    })

    it('has short and empty pages before the last one', async () => {
      const denied = await makeChannel(service, guild.id)
      for (let i = 0; i < 3; i += 1) await create({ as: guild.owner, channelId: denied })
      const last = await create()
      await overwrite(guild.manager, { deny: permission.MANAGE_WEBHOOKS }, denied)
      const pages: string[][] = []
      let pageToken = ''
      do {
        const page = await list(guild.manager, { pageSize: 2, pageToken })
        pages.push(page.webhooks.map(({ id }) => id))
        pageToken = page.nextPageToken
      } while (pageToken !== '')
      expect(pages).to.deep.equal([[], [last.id]])
    })
  })

  describe('Get, Update, Delete', () => {
    it('reject an unknown or invalid id with UNKNOWN_WEBHOOK', async () => {
      for (const id of [freshId(), '', '01', 'x', '9223372036854775808']) {
        expect(await codeOf(get(id)), id).to.equal('UNKNOWN_WEBHOOK')
        expect(await codeOf(update(id, {})), id).to.equal('UNKNOWN_WEBHOOK')
        expect(await codeOf(service.webhooks.delete({ ...asManager(guild.owner), id })), id).to.equal(
          'UNKNOWN_WEBHOOK',
        )
      }
    })

    it('rename, and change nothing without fields', async () => {
      const webhook = await create()
      const renamed = { ...webhook, name: 'Deploys' }
      expect(await update(webhook.id, { name: ' Deploys ' })).to.deep.equal(renamed)
      expect(await update(webhook.id, {})).to.deep.equal(renamed)
      expect(await problems(update(webhook.id, { name: '' }))).to.deep.equal([
        'update.name: WEBHOOK_NAME_LENGTH_INVALID',
      ])
    })

    it('move inside the guild', async () => {
      const webhook = await create()
      const channelId = await makeChannel(service, guild.id)
      expect(await update(webhook.id, { channelId })).to.deep.equal({ ...webhook, channelId })
      expect((await get(webhook.id))?.channelId).to.equal(channelId)
    })

    it('reject a move to an unknown channel, a DM channel, or another guild', async () => {
      const { id } = await create()
      const other = await makeGuild(service)
      const theirs = {
        guildId: other.id,
        userId: guild.manager,
        permissions: String(permission.ADMINISTRATOR),
      }
      await service.guilds.putMember({ member: theirs })
      for (const channelId of [freshId(), await makeDmChannel(service), other.channelId, '', 'x']) {
        expect(await codeOf(update(id, { channelId, name: 'Moved' })), channelId).to.equal('UNKNOWN_CHANNEL')
      }
      expect(await get(id)).to.include({ channelId: guild.channelId, name: 'Builds' })
    })

    it('reject a move to a channel whose overwrites deny the permission', async () => {
      const { id } = await create()
      const channelId = await makeChannel(service, guild.id)
      await overwrite(guild.manager, { deny: permission.MANAGE_WEBHOOKS }, channelId)
      expect(await codeOf(update(id, { channelId }))).to.equal('MISSING_PERMISSIONS')
    })

    it('delete once if called twice at once', async () => {
      const { id } = await create()
      const ask = () => service.webhooks.delete({ ...asManager(guild.manager), id })
      const outcomes = await Promise.allSettled([ask(), ask()])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
      expect(await codeOf(get(id))).to.equal('UNKNOWN_WEBHOOK')
    })
  })

  describe('lists', () => {
    const list = (page: { pageSize?: number; pageToken?: string; guildId?: string } = {}) =>
      service.webhooks.listByGuild({
        actor: actor(guild.owner),
        guildId: guild.id,
        pageSize: 0,
        pageToken: '',
        ...page,
      })
    const listChannel = (channelId: string) =>
      service.webhooks.listByChannel({ actor: actor(guild.owner), channelId, pageSize: 0, pageToken: '' })

    it('return webhooks oldest first, all without a size', async () => {
      const made = [await create(), await create(), await create()]
      const all = { webhooks: made, nextPageToken: '' }
      expect(await listChannel(guild.channelId)).to.deep.equal(all)
      expect(await list()).to.deep.equal(all)
      expect(await list({ pageSize: 1001 })).to.deep.equal(all)
    })

    it('page by token, or by the id of a webhook', async () => {
      const made = [await create(), await create(), await create()]
      const first = await list({ pageSize: 2 })
      expect(first.webhooks).to.deep.equal(made.slice(0, 2))
      const rest = { webhooks: made.slice(2), nextPageToken: '' }
      expect(await list({ pageSize: 2, pageToken: first.nextPageToken })).to.deep.equal(rest)
      expect(await list({ pageSize: 2, pageToken: made[1]?.id ?? '' })).to.deep.equal(rest)
      const end = { webhooks: [], nextPageToken: '' }
      expect(await list({ pageToken: made[2]?.id ?? '' })).to.deep.equal(end)
    })

    it('return the webhooks of one channel or of the guild', async () => {
      const here = await create()
      const there = await create({ channelId: await makeChannel(service, guild.id) })
      expect((await listChannel(there.channelId)).webhooks).to.deep.equal([there])
      expect((await list()).webhooks).to.deep.equal([here, there])
    })

    it('reject a negative size, an invalid token, an unknown channel or guild', async () => {
      expect(await problems(list({ pageSize: -1 }))).to.deep.equal(['page_size: NUMBER_OUT_OF_RANGE'])
      expect(await problems(list({ pageToken: '-1' }))).to.deep.equal([
        'page_token: INVALID_SNOWFLAKE_FORMAT',
      ])
      expect(await codeOf(list({ guildId: freshId() }))).to.equal('UNKNOWN_GUILD')
      expect(await codeOf(listChannel(freshId()))).to.equal('UNKNOWN_CHANNEL')
    })
  })
})
