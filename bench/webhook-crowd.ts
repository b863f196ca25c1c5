import { randomBytes } from 'node:crypto'
import { rest, restBody } from '@gatehouse/admin/rest'
import { ChannelKind, GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import { mongo } from 'mongoose'
import { examplePush } from './example-push.ts'
import { firstAccount, type Target } from './scenario.ts'

const batch = 10_000
const perChannel = 15

/** Stores copies of the seeded webhook in other guilds, as the service would store them. */
export async function addWebhooksElsewhere({ mongodb }: Target, count: number): Promise<void> {
  const client = await mongo.MongoClient.connect(mongodb)
  try {
    const webhooks = client.db('gatehouse_webhooks').collection<{ _id: string }>('webhooks')
    const seeded = await webhooks.findOne({})
    if (seeded === null) throw new Error('The seed made no webhook.')
    for (let added = 0; added < count; added += batch) {
      const copies = Array.from({ length: Math.min(batch, count - added) }, (_, index) => ({
        ...seeded,
        _id: elsewhere(added + index),
        channelId: elsewhere(Math.floor((added + index) / perChannel)),
        guildId: elsewhere(Math.floor((added + index) / 1000)),
        tokenDigest: new mongo.Binary(randomBytes(32)),
      }))
      await webhooks.insertMany(copies, { ordered: false })
    }
  } finally {
    await client.close()
  }
}

/**
 * Stores copies of a delivery of the seeded webhook for other webhooks, as many with a message as without one. The seeded webhook gets
 * as many as it can have.
 */
export async function addDeliveries({ gateway, mongodb, seeded }: Target, count: number): Promise<void> {
  const { id, token } = seeded.webhook
  // A chat payload has no key for deduplication, which copies must not share.
  await rest(gateway, 'POST', `/webhooks/${id}/${token}/chat-compat`, { body: { text: await examplePush() } })
  const client = await mongo.MongoClient.connect(mongodb)
  try {
    const database = client.db('gatehouse_webhooks')
    const posted = await database.collection('messages').findOne({ 'delivery.result': 'rendered' })
    if (posted === null) throw new Error('The seeded webhook has no delivery.')
    const { source, delivery, webhookId: own } = posted
    const copies = (from: number, size: number) =>
      Array.from({ length: size }, (_, index) => {
        const at = from + index
        return {
          ...posted,
          _id: elsewhere(at),
          webhookId: at < perWebhook ? own : elsewhere(Math.floor(at / perWebhook)),
          channelId: at < perWebhook ? posted.channelId : elsewhere(Math.floor(at / perWebhook)),
        }
      })
    for (let added = 0; added < count; added += batch) {
      const documents = copies(added, Math.min(batch, count - added))
      const half = documents.length / 2
      const messages = documents.slice(0, half).map((document) => ({ ...document, outbox: published }))
      const ignored = documents.slice(half).map(({ _id, webhookId }) => ({
        _id,
        webhookId,
        source,
        delivery: { ...delivery, result: 'ignored:ping' },
        expiresAt: new Date(delivery.expiresAt),
      }))
      await database.collection<{ _id: string }>('messages').insertMany(messages, { ordered: false })
      await database.collection<{ _id: string }>('deliveries').insertMany(ignored, { ordered: false })
    }
  } finally {
    await client.close()
  }
}

const published = { state: 'published', streamId: '1-0' }
const perWebhook = 1000

/** An id as the store keeps it: 19 digits, below those of today. */
function elsewhere(index: number): string {
  return String(1_200_000_000_000_000_000n + BigInt(index) * 100_000_000_000n)
}

/** Fills the seeded guild to 1,000 webhooks, in channels of their own. */
export async function fillGuild({ gateway, webhooks, seeded }: Target): Promise<void> {
  const { token } = firstAccount(seeded)
  const guilds = connect(GuildsService, webhooks, { as: 'admin' })
  try {
    let left = 999
    for (let channel = 1; left > 0; channel += 1) {
      const id = String(1_000_000_000_000_001_000n + BigInt(channel))
      const kind = ChannelKind.TEXT
      await guilds.putChannel({
        channel: { id, guildId: seeded.guild_id, name: `builds-${channel}`, kind, archived: false },
      })
      const names = Array.from({ length: Math.min(perChannel, left) }, (_, index) => `Builds ${index + 1}`)
      for (const name of names)
        await restBody(gateway, 'POST', `/channels/${id}/webhooks`, { token, body: { name } })
      left -= names.length
    }
  } finally {
    guilds.close()
  }
}
