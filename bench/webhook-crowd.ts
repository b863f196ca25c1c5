import { randomBytes } from 'node:crypto'
import { restBody } from '@gatehouse/admin/rest'
import { ChannelKind, GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import { mongo } from 'mongoose'
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

/** An id as the store keeps it: 20 digits. Those of snowflakes from 2015 to today are above and below. */
function elsewhere(index: number): string {
  return String(1_200_000_000_000_000_000n + BigInt(index) * 100_000_000_000n).padStart(20, '0')
}

/** Fills the seeded guild to 1,000 webhooks, in channels of their own. */
export async function fillGuild({ gateway, webhooks, seeded }: Target): Promise<void> {
  const { token } = firstAccount(seeded)
  const guilds = connect(GuildsService, webhooks)
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
