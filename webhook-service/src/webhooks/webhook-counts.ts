import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose from 'mongoose'
import type { WebhookLimits } from './webhook.ts'

export type Place = { guildId: string; channelId: string }

type Count = { _id: string; count: number; closed: boolean }

export function webhookCountModel(connection: mongoose.Connection) {
  const schema = new mongoose.Schema<Count>(
    {
      _id: String,
      count: { type: Number, required: true },
      closed: { type: Boolean, required: true },
    },
    { versionKey: false, collection: 'webhook_counts' },
  )
  return connection.model('WebhookCount', schema)
}

const channelKey = (id: string) => `channel:${toSortable(id)}`
const guildKey = (id: string) => `guild:${toSortable(id)}`

/**
 * The number of webhooks in each channel and guild. It changes in the transaction that adds or removes the webhooks: concurrent
 * transactions conflict and one retries, so a limit is never exceeded. The count of a deleted channel or guild stays, marked as
 * closed, to reject a webhook that is being created at the same time.
 */
export function webhookCounts(connection: mongoose.Connection, limits: WebhookLimits) {
  const counts = webhookCountModel(connection)

  const add = (transaction: StoreSession, key: string, by: number) =>
    counts
      .findOneAndUpdate(
        { _id: key },
        { $inc: { count: by }, $setOnInsert: { closed: false } },
        { session: transaction, upsert: true, returnDocument: 'after' },
      )
      .lean()
      .orFail()

  const close = (transaction: StoreSession, key: string) =>
    counts.updateOne(
      { _id: key },
      { $set: { count: 0, closed: true } },
      { session: transaction, upsert: true },
    )

  return {
    /** Fails as `take` would. A read costs less than an aborted transaction. */
    async assertCapacity({ guildId, channelId }: Place): Promise<void> {
      const keys = [guildKey(guildId), channelKey(channelId)] as const
      const found = await counts.find({ _id: mongoose.trusted({ $in: keys }) }).lean()
      const [inGuild = 0, inChannel = 0] = keys.map((key) => found.find(({ _id }) => _id === key)?.count)
      if (inGuild >= limits.perGuild) throw guildFull(limits)
      if (inChannel >= limits.perChannel) throw channelFull(limits)
    },

    /** Fails with MAX_WEBHOOKS_PER_GUILD first, then MAX_WEBHOOKS_PER_CHANNEL; UNKNOWN_CHANNEL if it was just deleted. */
    async take(transaction: StoreSession, { guildId, channelId }: Place): Promise<void> {
      const guild = await add(transaction, guildKey(guildId), 1)
      if (guild.closed) throw new ServiceError('UNKNOWN_CHANNEL')
      if (guild.count > limits.perGuild) throw guildFull(limits)
      await this.takeChannel(transaction, channelId)
    },

    async takeChannel(transaction: StoreSession, channelId: string): Promise<void> {
      const channel = await add(transaction, channelKey(channelId), 1)
      if (channel.closed) throw new ServiceError('UNKNOWN_CHANNEL')
      if (channel.count > limits.perChannel) throw channelFull(limits)
    },

    async release(transaction: StoreSession, { guildId, channelId }: Place): Promise<void> {
      await add(transaction, guildKey(guildId), -1)
      await add(transaction, channelKey(channelId), -1)
    },

    async releaseChannel(transaction: StoreSession, channelId: string): Promise<void> {
      await add(transaction, channelKey(channelId), -1)
    },

    async closeChannel(transaction: StoreSession, place: Place, webhooks: number): Promise<void> {
      await add(transaction, guildKey(place.guildId), -webhooks)
      await close(transaction, channelKey(place.channelId))
    },

    /** A closed guild rejects webhooks in all its channels. */
    async closeGuild(transaction: StoreSession, guildId: string, channelIds: string[]): Promise<void> {
      await close(transaction, guildKey(guildId))
      await counts.deleteMany(
        { _id: mongoose.trusted({ $in: channelIds.map(channelKey) }) },
        { session: transaction },
      )
    },

    /** For a channel or guild that is created again with the same id. */
    async open(transaction: StoreSession, place: { guildId: string } | { channelId: string }): Promise<void> {
      const key = 'guildId' in place ? guildKey(place.guildId) : channelKey(place.channelId)
      await counts.updateOne(
        { _id: key, closed: true },
        { $set: { closed: false } },
        { session: transaction },
      )
    },
  }
}

function guildFull({ perGuild }: WebhookLimits): ServiceError {
  return new ServiceError('MAX_WEBHOOKS_PER_GUILD', { data: { max_webhooks_per_guild: perGuild } })
}

function channelFull({ perChannel }: WebhookLimits): ServiceError {
  return new ServiceError('MAX_WEBHOOKS_PER_CHANNEL', { data: { max_webhooks_per_channel: perChannel } })
}
