import { type Channel, ChannelKind } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { batchedFindById } from '@gatehouse/service-kit/storage/batched-find-by-id'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose from 'mongoose'
import type { Page } from '../field-checks.ts'

/** `guildId` is null for a DM channel. */
type ChannelDocument = {
  _id: string
  guildId: string | null
  name: string
  kind: 'text' | 'dm'
  archived: boolean
}

/** The compound index pages the channels of one guild. */
export function channelModel(connection: mongoose.Connection) {
  const schema = new mongoose.Schema(
    {
      _id: String,
      guildId: { type: String, default: null },
      name: { type: String, required: true },
      kind: { type: String, enum: ['text', 'dm'], required: true },
      archived: { type: Boolean, required: true },
      lockCount: { type: Number, default: 0 },
    },
    { versionKey: false, collection: 'channels' },
  )
  schema.index({ guildId: 1, _id: 1 })
  return connection.model('Channel', schema)
}

export function channelStore(connection: mongoose.Connection) {
  const model = channelModel(connection)
  const find = batchedFindById(driverCollection<ChannelDocument>(model.collection))

  return {
    async find(id: string, transaction?: StoreSession): Promise<Channel | null> {
      const key = toSortable(id)
      const found = await (transaction
        ? model.findById(key, null, { session: transaction }).lean<ChannelDocument>()
        : find(key))
      return found && fromDocument(found)
    },

    /** Of all guilds if `guildId` is undefined. */
    async list(guildId: string | undefined, { size, after }: Page): Promise<Channel[]> {
      const guild = guildId === undefined ? {} : { guildId: toSortable(guildId) }
      const larger = after === '' ? {} : { _id: mongoose.trusted({ $gt: toSortable(after) }) }
      const found = await model
        .find({ ...guild, ...larger })
        .sort({ _id: 1 })
        .limit(size + 1)
        .lean<ChannelDocument[]>()
      return found.map(fromDocument)
    },

    async idsOfGuild(transaction: StoreSession, guildId: string): Promise<string[]> {
      const found = await model
        .find({ guildId: toSortable(guildId) }, { _id: 1 }, { session: transaction })
        .lean<ChannelDocument[]>()
      return found.map(({ _id }) => fromSortable(_id))
    },

    async put(transaction: StoreSession, { id, guildId, name, kind, archived }: Channel): Promise<void> {
      const set = {
        guildId: guildId === undefined ? null : toSortable(guildId),
        name,
        kind: kind === ChannelKind.DM ? 'dm' : 'text',
        archived,
      } as const
      await model.updateOne({ _id: toSortable(id) }, { $set: set }, { session: transaction, upsert: true })
    },

    /** Until the transaction ends, the channel cannot be deleted: a deletion conflicts with this write. False if the guild has no such channel. */
    async lock(transaction: StoreSession, id: string, guildId: string): Promise<boolean> {
      const filter = { _id: toSortable(id), guildId: toSortable(guildId) }
      const { matchedCount } = await model.updateOne(
        filter,
        { $inc: { lockCount: 1 } },
        { session: transaction },
      )
      return matchedCount > 0
    },

    async remove(transaction: StoreSession, id: string): Promise<void> {
      await model.deleteOne({ _id: toSortable(id) }, { session: transaction })
    },

    async removeOfGuild(transaction: StoreSession, guildId: string): Promise<void> {
      await model.deleteMany({ guildId: toSortable(guildId) }, { session: transaction })
    },
  }
}

function fromDocument({ _id, guildId, name, kind, archived }: ChannelDocument): Channel {
  return {
    id: fromSortable(_id),
    guildId: guildId === null ? undefined : fromSortable(guildId),
    name,
    kind: kind === 'dm' ? ChannelKind.DM : ChannelKind.TEXT,
    archived,
  }
}
