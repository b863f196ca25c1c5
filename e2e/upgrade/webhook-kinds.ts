import { createHmac } from 'node:crypto'
import { ChannelKind } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { type GuildChannel, type Message, resultOf, type Webhook } from '../dev-stack.ts'
import { type Kind, kind } from './kind.ts'
import type { World } from './world.ts'

type Delivery = { id: string; result: string }

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const issue = { action: 'opened', issue: { title: 'Lamp', number: 1 }, repository: { full_name: 'a/b' } }

async function open({ stack }: World, name: string) {
  const guildChannel = await stack.createGuildChannel(await stack.register(name))
  return { guildChannel, webhook: await stack.createWebhook(guildChannel, name) }
}
const settingsOf = ({ stack }: World, { id }: Webhook, { owner: { token } }: GuildChannel, body: object) =>
  stack.patch(`/webhooks/${id}/settings`, { token, body })
const deliveriesOf = async ({ stack }: World, { id }: Webhook, { owner: { token } }: GuildChannel) =>
  (await stack.get<Delivery[]>(`/webhooks/${id}/deliveries`, { token })).body
const requestOf = async (
  { stack }: World,
  { id }: Webhook,
  { owner: { token } }: GuildChannel,
  delivery: string,
) => (await stack.get<{ request: object }>(`/webhooks/${id}/deliveries/${delivery}`, { token })).body.request

export const webhookKinds: Record<string, Kind> = {
  'a guild with a channel, a member, an overwrite and an invite': kind({
    async store({ stack }) {
      const guildChannel = await stack.createGuildChannel(await stack.register('host'))
      const { guild_id: guildId, channel_id: channelId } = guildChannel
      const member = await stack.register('member')
      await stack.joinGuild(guildChannel, member, 0n)
      const { guilds } = stack.network().clients
      const manageWebhooks = String(1n << 29n)
      await guilds.putOverwrite({
        overwrite: { id: '', channelId, userId: member.user_id, allow: manageWebhooks, deny: '0' },
      })
      await guilds.putInvite({
        invite: { code: 'stored', guildId, channelId, maxUses: 5, uses: 0, expiresAt: undefined },
      })
      return { guildChannel, member, webhook: await stack.createWebhook(guildChannel) }
    },
    async check({ stack }, { guildChannel: { channel_id, guild_id }, member, webhook }) {
      const path = `/channels/${channel_id}/webhooks`
      const { body } = await stack.get<Webhook[]>(path, { token: member.token })
      expect(body.map(({ id }) => id)).to.deep.equal([webhook.id])
      const guest = await stack.register('invited', { invite_code: 'stored' })
      const { guilds } = stack.network().clients
      expect((await guilds.getMember({ guildId: guild_id, userId: guest.user_id })).member).to.be.an('object')
      const { channel } = await guilds.getChannel({ id: channel_id })
      expect(channel).to.include({ kind: ChannelKind.TEXT, archived: false })
    },
  }),

  'a webhook with an avatar, and its previous token': kind({
    async store(world) {
      const { guildChannel, webhook } = await open(world, 'avatar')
      const { token } = guildChannel.owner
      const body = { avatar: `data:image/gif;base64,${gif.toString('base64')}` }
      const { body: changed } = await world.stack.patch<Webhook>(`/webhooks/${webhook.id}`, { token, body })
      const rotated = await world.stack.post<Webhook>(`/webhooks/${webhook.id}/rotate-token`, {
        token,
        body: { grace_seconds: 86_400 },
      })
      return { guildChannel, webhook, changed: { ...changed, token: rotated.body.token } }
    },
    async check({ stack }, { webhook, changed }) {
      for (const each of [webhook, changed])
        expect((await stack.postChat(each, { text: 'built' })).status).to.equal(200)
      expect((await stack.get(`/webhooks/${changed.id}/${changed.token}`)).body).to.deep.include({
        id: changed.id,
        name: changed.name,
        avatar: changed.avatar,
      })
      const url = `${stack.network().urls.gateway}/avatars/${changed.id}/${changed.avatar}`
      expect((await fetch(url)).status).to.equal(200)
    },
  }),

  'a signing secret': kind({
    async store(world) {
      const { guildChannel, webhook } = await open(world, 'signed')
      await settingsOf(world, webhook, guildChannel, { signing_secret: 'a-secret-of-the-sender' })
      return webhook
    },
    async check({ stack }, webhook) {
      const digest = createHmac('sha256', 'a-secret-of-the-sender')
        .update(JSON.stringify(issue))
        .digest('hex')
      const post = (headers: Record<string, string>) => stack.postPush(webhook, issue, 'issues', { headers })
      expect((await post({})).status).to.equal(401)
      expect((await post({ 'x-hub-signature-256': `sha256=${digest}` })).status).to.equal(204)
    },
  }),

  'an event filter, and a webhook that is disabled': kind({
    async store(world) {
      const filtered = await open(world, 'filtered')
      await settingsOf(world, filtered.webhook, filtered.guildChannel, {
        event_filter: { mode: 'rules', rules: [{ effect: 'deny', actions: ['opened'] }] },
      })
      const disabled = await open(world, 'disabled')
      const malformed = () => world.stack.postPush(disabled.webhook, 'no JSON', 'push')
      for (let batch = 0; batch < 50; batch += 1) await Promise.all(Array.from({ length: 20 }, malformed))
      return { filtered, disabled }
    },
    async check(world, { filtered, disabled }) {
      expect(resultOf(await world.stack.postPush(filtered.webhook, issue, 'issues'))).to.equal('filtered')
      const post = async () => (await world.stack.postPush(disabled.webhook, issue, 'issues')).status
      expect(await post()).to.equal(404)
      await settingsOf(world, disabled.webhook, disabled.guildChannel, { disabled: null })
      await until(async () => (await post()) === 204)
    },
  }),

  'messages that were posted, edited and deleted': kind({
    async store(world) {
      const { guildChannel, webhook } = await open(world, 'messages')
      const path = `/webhooks/${webhook.id}/${webhook.token}`
      const post = async (content: string) =>
        (await world.stack.post<Message>(`${path}?wait=true`, { body: { content } })).body
      const [, edited, deleted] = [await post('One'), await post('Two'), await post('Three')]
      await world.stack.patch(`${path}/messages/${edited.id}`, { body: { content: 'Two, edited' } })
      await world.stack.del(`${path}/messages/${deleted.id}`)
      await world.stack.postPush(webhook, issue, 'issues')
      return { guildChannel, webhook, edited, messages: await world.stack.listMessages(guildChannel) }
    },
    async check({ stack }, { guildChannel, webhook, edited, messages }) {
      const shown = await stack.listMessages(guildChannel)
      // A later version shows more of each.
      expect(shown).to.have.length(messages.length).and.containSubset(messages)
      const path = `/webhooks/${webhook.id}/${webhook.token}/messages/${edited.id}`
      expect((await stack.patch<Message>(path, { body: { content: 'Again' } })).body.content).to.equal(
        'Again',
      )
    },
  }),

  'deliveries of each result': kind({
    async store(world) {
      const { guildChannel, webhook } = await open(world, 'delivered')
      const post = (body: unknown, event: string, delivery: string) =>
        world.stack.postPush(webhook, body, event, { headers: { 'x-github-delivery': delivery } })
      await post(issue, 'issues', 'one')
      await post(issue, 'issues', 'one')
      await post({ zen: 'x' }, 'unheard_of', 'two')
      await settingsOf(world, webhook, guildChannel, { event_filter: { mode: 'rules', rules: [] } })
      await post(issue, 'issues', 'three')
      await settingsOf(world, webhook, guildChannel, { event_filter: null })
      await world.stack.network().settle()
      const deliveries = await deliveriesOf(world, webhook, guildChannel)
      const shown = deliveries.map(({ id }) => requestOf(world, webhook, guildChannel, id))
      return { guildChannel, webhook, deliveries, shown: await Promise.all(shown) }
    },
    async check(world, { guildChannel, webhook, deliveries, shown }) {
      expect(await deliveriesOf(world, webhook, guildChannel)).to.deep.equal(deliveries)
      const results = deliveries.map(({ result }) => result)
      expect(results).to.include('rendered').and.include('filtered')
      const { token } = guildChannel.owner
      for (const [index, { id }] of deliveries.entries())
        expect(await requestOf(world, webhook, guildChannel, id)).to.deep.include(shown[index] ?? {})
      const filtered = deliveries.find(({ result }) => result === 'filtered')
      const path = `/webhooks/${webhook.id}/deliveries/${filtered?.id}/replay`
      expect((await world.stack.post<Delivery>(path, { token })).body.result).to.equal('rendered')
      const headers = { 'x-github-delivery': 'one' }
      expect(resultOf(await world.stack.postPush(webhook, issue, 'issues', { headers }))).to.equal(
        'duplicate',
      )
    },
  }),
}
