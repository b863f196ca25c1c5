import type { Guild } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { batchedFindById } from '@gatehouse/service-kit/storage/batched-find-by-id'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose from 'mongoose'
import type { Page } from '../field-checks.ts'

type GuildDocument = { _id: string; name: string; ownerId: string }

export function guildModel(connection: mongoose.Connection) {
  const schema = new mongoose.Schema(
    {
      _id: String,
      name: { type: String, required: true },
      ownerId: { type: String, required: true },
      lockCount: { type: Number, default: 0 },
    },
    { versionKey: false, collection: 'guilds' },
  )
  return connection.model('Guild', schema)
}

export function guildStore(connection: mongoose.Connection) {
  const model = guildModel(connection)
  const find = batchedFindById(driverCollection<GuildDocument>(model.collection))

  return {
    async find(id: string, transaction?: StoreSession): Promise<Guild | null> {
      const key = toSortable(id)
      const found = await (transaction
        ? model.findById(key, null, { session: transaction }).lean<GuildDocument>()
        : find(key))
      return found && fromDocument(found)
    },

    async list({ size, after }: Page): Promise<Guild[]> {
      const filter = after === '' ? {} : { _id: mongoose.trusted({ $gt: toSortable(after) }) }
      const found = await model
        .find(filter)
        .sort({ _id: 1 })
        .limit(size + 1)
        .lean<GuildDocument[]>()
      return found.map(fromDocument)
    },

    async put(transaction: StoreSession, { id, name, ownerId }: Guild): Promise<void> {
      const set = { name, ownerId: toSortable(ownerId) }
      await model.updateOne({ _id: toSortable(id) }, { $set: set }, { session: transaction, upsert: true })
    },

    /** Prevents its deletion until the transaction ends: a concurrent one conflicts with this write to the counter. False if it does not exist. */
    async lock(transaction: StoreSession, id: string): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: toSortable(id) },
        { $inc: { lockCount: 1 } },
        { session: transaction },
      )
      return matchedCount > 0
    },

    async remove(transaction: StoreSession, id: string): Promise<boolean> {
      const { deletedCount } = await model.deleteOne({ _id: toSortable(id) }, { session: transaction })
      return deletedCount > 0
    },
  }
}

function fromDocument({ _id, name, ownerId }: GuildDocument): Guild {
  return { id: fromSortable(_id), name, ownerId: fromSortable(ownerId) }
}
