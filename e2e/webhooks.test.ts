import { ChannelKind } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { permission } from '@gatehouse/proto/guilds/permissions'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import {
  codeOf,
  type ErrorBody,
  fieldErrors,
  type GuildChannel,
  openDevStack,
  type TestAccount,
  type Webhook,
} from './dev-stack.ts'

type Act = { type: string; detail: Record<string, string> }

describe('a webhook', () => {
  const stack = openDevStack()
  let ann: TestAccount
  let guildChannel: GuildChannel

  beforeEach(async () => {
    ann = await stack.register('ann')
    guildChannel = await stack.createGuildChannel(ann)
  })

  const make = (channelId: string, token: string, body: unknown = { name: 'Builds' }) =>
    stack.post(`/channels/${channelId}/webhooks`, { token, body })

  it('has a token and the account that created it', async () => {
    const made = await stack.createWebhook(guildChannel, '  Builds  ')
    expect(made).to.include({ ...pick(guildChannel), name: 'Builds', avatar: null })
    expect(made.token).to.match(/^ghw_[A-Za-z0-9_-]{43}$/)
    expect(made.user).to.include({ id: ann.user_id })
  })

  it('adds its changes to the audit log of the person who made them', async () => {
    const { id } = await stack.createWebhook(guildChannel)
    await stack.patch(`/webhooks/${id}/settings`, { token: ann.token, body: { deduplicate: false } })
    const acts = async () => {
      const { body } = await stack.get<Act[]>('/users/@me/audit', { token: ann.token })
      return body.filter(({ detail }) => detail.webhook_id === id).map(({ type }) => type)
    }
    await until(async () => (await acts()).length === 2)
    expect(await acts()).to.have.members(['webhook.created', 'webhook.settings_changed'])
  })

  it('is listed in its channel and its guild, oldest first', async () => {
    const made = [
      await stack.createWebhook(guildChannel, 'One'),
      await stack.createWebhook(guildChannel, 'Two'),
    ]
    for (const path of [
      `/channels/${guildChannel.channel_id}/webhooks`,
      `/guilds/${guildChannel.guild_id}/webhooks`,
    ]) {
      const { body } = await stack.get<Webhook[]>(path, { token: ann.token })
      expect(body).to.have.length(made.length)
      for (const [index, webhook] of made.entries()) expect(webhook).to.deep.include(body[index])
    }
  })

  it('is listed in pages on request', async () => {
    const made = [
      await stack.createWebhook(guildChannel, 'One'),
      await stack.createWebhook(guildChannel, 'Two'),
    ]
    const path = `/channels/${guildChannel.channel_id}/webhooks`
    const first = await stack.get<Webhook[]>(`${path}?limit=1`, { token: ann.token })
    expect(first.body.map(({ id }) => id)).to.deep.equal([made[0]?.id])
    expect(first.headers.get('link')).to.contain('rel="next"').and.to.contain(`after=${made[0]?.id}`)
    const rest = await stack.get<Webhook[]>(`${path}?limit=1&after=${made[0]?.id}`, { token: ann.token })
    expect(rest.body.map(({ id }) => id)).to.deep.equal([made[1]?.id])
    for (const limit of ['0', '101', 'ten']) {
      expect((await stack.get(`${path}?limit=${limit}`, { token: ann.token })).status).to.equal(400)
    }
  })

  it('is read, renamed and deleted by id', async () => {
    const { id, token } = await stack.createWebhook(guildChannel)
    const path = `/webhooks/${id}`
    expect((await stack.get<Webhook>(path, { token: ann.token })).body.token).to.equal(token)
    const renamed = await stack.patch<Webhook>(path, { token: ann.token, body: { name: 'New' } })
    expect([renamed.status, renamed.body.name]).to.deep.equal([200, 'New'])
    expect((await stack.del(path, { token: ann.token })).status).to.equal(204)
    expect(codeOf(await stack.get(path, { token: ann.token }))).to.deep.equal([404, 'UNKNOWN_WEBHOOK'])
  })

  it('is read, renamed and deleted by token, without its creator', async () => {
    const { id, token } = await stack.createWebhook(guildChannel)
    const path = `/webhooks/${id}/${token}`
    const read = await stack.get<Webhook>(path)
    expect(read.body).to.include({ id, token }).and.to.not.have.property('user')
    expect((await stack.patch<Webhook>(path, { body: { name: 'New' } })).body.name).to.equal('New')
    const moved = await stack.patch(path, { body: { channel_id: guildChannel.channel_id } })
    expect(codeOf(moved)).to.deep.equal([400, 'INVALID_FORM_BODY', 'channel_id:FIELD_NOT_ALLOWED'])
    expect((await stack.del(path)).status).to.equal(204)
    expect(codeOf(await stack.get(path))).to.deep.equal([404, 'UNKNOWN_WEBHOOK'])
  })

  it('gets a new token, and its previous one stays valid for the grace period', async () => {
    const webhook = await stack.createWebhook(guildChannel)
    const rotate = (body: unknown, token = '') =>
      stack.post<Webhook & ErrorBody>(`/webhooks/${webhook.id}/rotate-token`, { body, token })
    expect(codeOf(await rotate({}))).to.deep.equal([401, 'UNAUTHORIZED'])
    for (const grace_seconds of [-1, 86_401, 1.5, '60'])
      expect(fieldErrors((await rotate({ grace_seconds }, ann.token)).body)).to.have.length(1)
    const { body } = await rotate({ grace_seconds: 60 }, ann.token)
    expect((await stack.postChat({ ...webhook, token: body.token }, { text: 'New' })).status).to.equal(200)
    expect((await stack.postChat(webhook, { text: 'Old' })).status).to.equal(200)
    stack.network().clock.advance(60_000)
    const late = await stack.postChat(webhook, { text: 'Old' })
    expect([late.status, late.body]).to.deep.equal([404, 'no_service'])
  })

  it('answers a wrong token like an unknown webhook', async () => {
    const { id, token } = await stack.createWebhook(guildChannel)
    const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    const [wrong, unknown] = [
      await stack.get(`/webhooks/${id}/${altered}`),
      await stack.get(`/webhooks/4611686018427387904/${token}`),
    ]
    expect(codeOf(wrong)).to.deep.equal([404, 'UNKNOWN_WEBHOOK'])
    expect(unknown.body).to.deep.equal(wrong.body)
  })

  it('moves only to text channels of its guild', async () => {
    const { id } = await stack.createWebhook(guildChannel)
    const beside = await stack.createChannel(guildChannel.guild_id, 'beside')
    const elsewhere = await stack.createGuildChannel(ann)
    const { channel: dm } = await stack.network().clients.guilds.putChannel({
      channel: { id: '', guildId: undefined, name: 'dm', kind: ChannelKind.DM, archived: false },
    })
    const move = (channel_id: unknown) =>
      stack.patch<Webhook & ErrorBody>(`/webhooks/${id}`, { token: ann.token, body: { channel_id } })
    expect((await move(beside)).body.channel_id).to.equal(beside)
    for (const channelId of [elsewhere.channel_id, dm?.id, '4611686018427387904']) {
      expect(codeOf(await move(channelId))).to.deep.equal([404, 'UNKNOWN_CHANNEL'])
    }
    expect((await move('not an id')).status).to.equal(400)
  })

  it('requires a name of 1 to 80 characters', async () => {
    const rejected = ['', null, '   ', '\u200b\u202e', 'x'.repeat(81), 7, { $ne: null }]
    for (const name of [...rejected, undefined]) {
      const { status, body } = await make(guildChannel.channel_id, ann.token, { name })
      expect([status, body.errors?.[0]?.path], JSON.stringify(name)).to.deep.equal([400, 'name'])
      expect(body.errors?.[0]?.message).to.not.contain('{')
    }
    expect((await make(guildChannel.channel_id, ann.token, { name: '🧑‍🚀'.repeat(20) })).status).to.equal(200)
  })

  it('has no avatar after an image that is damaged or too large', async () => {
    const rejections = {
      'iVBORw0KGgo=': 'INVALID_IMAGE_DATA',
      AAAA: 'INVALID_IMAGE_FORMAT',
      ['A'.repeat(349_529)]: 'IMAGE_SIZE_EXCEEDS_LIMIT',
    }
    for (const [base64, code] of Object.entries(rejections)) {
      const body = { name: 'Builds', avatar: `data:image/png;base64,${base64}` }
      expect(codeOf(await make(guildChannel.channel_id, ann.token, body))).to.deep.equal([
        ...[400, 'INVALID_FORM_BODY', `avatar:${code}`],
      ])
    }
    const large = { name: 'Builds', avatar: `data:image/png;base64,${'A'.repeat(524_288)}` }
    expect((await make(guildChannel.channel_id, ann.token, large)).status).to.equal(413)
    expect(
      (await make(guildChannel.channel_id, ann.token, { name: 'Builds', avatar: null })).status,
    ).to.equal(200)
  })

  it('is one of at most 15 in a channel, until one is deleted or moved', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => make(guildChannel.channel_id, ann.token)),
    )
    expect(responses.filter(({ status }) => status === 200)).to.have.length(15)
    const full = await make(guildChannel.channel_id, ann.token)
    expect(codeOf(full)).to.deep.equal([400, 'MAX_WEBHOOKS_PER_CHANNEL'])
    expect(full.body.max_webhooks_per_channel).to.equal(15)

    const [first, second] = responses
      .filter(({ status }) => status === 200)
      .map(({ body }) => String(body.id))
    await stack.del(`/webhooks/${first}`, { token: ann.token })
    const beside = await stack.createChannel(guildChannel.guild_id, 'beside')
    await stack.patch(`/webhooks/${second}`, { token: ann.token, body: { channel_id: beside } })
    expect((await make(guildChannel.channel_id, ann.token)).status).to.equal(200)
    expect((await make(guildChannel.channel_id, ann.token)).status).to.equal(200)
    const back = { token: ann.token, body: { channel_id: guildChannel.channel_id } }
    expect(codeOf(await stack.patch(`/webhooks/${second}`, back))).to.deep.equal([
      ...[400, 'MAX_WEBHOOKS_PER_CHANNEL'],
    ])
  })

  it('is managed by members with the permission in its channel', async () => {
    const { id } = await stack.createWebhook(guildChannel)
    const [manager, viewer, stranger] = [
      await stack.register('max'),
      await stack.register('vera'),
      await stack.register('sid'),
    ]
    await stack.joinGuild(guildChannel, manager, permission.MANAGE_WEBHOOKS)
    await stack.joinGuild(guildChannel, viewer, permission.VIEW_CHANNEL)
    const paths = [
      `/webhooks/${id}`,
      `/channels/${guildChannel.channel_id}/webhooks`,
      `/guilds/${guildChannel.guild_id}/webhooks`,
    ]
    for (const path of paths) {
      expect((await stack.get(path, { token: manager.token })).status).to.equal(200)
      expect(codeOf(await stack.get(path, { token: viewer.token }))).to.deep.equal([
        403,
        'MISSING_PERMISSIONS',
      ])
      expect(codeOf(await stack.get(path, { token: stranger.token }))).to.deep.equal([403, 'MISSING_ACCESS'])
      expect((await stack.get(path)).status).to.equal(401)
    }

    const overwrite = {
      id: '',
      channelId: guildChannel.channel_id,
      userId: manager.user_id,
      allow: '0',
      deny: String(permission.MANAGE_WEBHOOKS),
    }
    await stack.network().clients.guilds.putOverwrite({ overwrite })
    expect(codeOf(await make(guildChannel.channel_id, manager.token))).to.deep.equal([
      403,
      'MISSING_PERMISSIONS',
    ])
    expect(
      (await stack.get(`/guilds/${guildChannel.guild_id}/webhooks`, { token: manager.token })).status,
    ).to.equal(200)
  })

  it('is deleted with its guild', async () => {
    const webhook = await stack.createWebhook(guildChannel)
    await stack.network().clients.guilds.deleteGuild({ id: guildChannel.guild_id })
    expect(codeOf(await stack.get(`/webhooks/${webhook.id}/${webhook.token}`))).to.deep.equal([
      ...[404, 'UNKNOWN_WEBHOOK'],
    ])
    expect(
      codeOf(await stack.get(`/guilds/${guildChannel.guild_id}/webhooks`, { token: ann.token })),
    ).to.deep.equal([...[404, 'UNKNOWN_GUILD']])
  })

  it('outlives its creator, who is shown as a placeholder', async () => {
    const maker = await stack.register('max')
    await stack.joinGuild(guildChannel, maker, permission.MANAGE_WEBHOOKS)
    const { body } = await make(guildChannel.channel_id, maker.token)
    await stack.network().clients.accounts.deleteAccount({ id: maker.user_id })
    const read = await stack.get<Webhook>(`/webhooks/${body.id}`, { token: ann.token })
    expect(read.body.user).to.include({
      id: maker.user_id,
      username: 'Deleted User',
      discriminator: '0000',
      flags: 0,
    })
  })
})

function pick({ guild_id, channel_id }: GuildChannel) {
  return { guild_id, channel_id }
}
