import type { Guild } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
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
      held: { type: Number, default: 0 },
    },
    { versionKey: false, collection: 'guilds' },
  )
  return connection.model('Guild', schema)
}

export function guildStore(connection: mongoose.Connection) {
  const model = guildModel(connection)

  return {
    async find(id: string, session?: StoreSession): Promise<Guild | null> {
      const found = await model.findById(toSortable(id), null, session && { session }).lean<GuildDocument>()
      return found && fromDocument(found)
    },

    async list({ limit, after }: Page): Promise<Guild[]> {
      const filter = after === '' ? {} : { _id: mongoose.trusted({ $gt: toSortable(after) }) }
      const found = await model.find(filter).sort({ _id: 1 }).limit(limit).lean<GuildDocument[]>()
      return found.map(fromDocument)
    },

    async put(session: StoreSession, { id, name, ownerId }: Guild): Promise<void> {
      const set = { name, ownerId: toSortable(ownerId) }
      await model.updateOne({ _id: toSortable(id) }, { $set: set }, { session, upsert: true })
    },

    /** Prevents its deletion until the transaction ends. False if it does not exist. */
    async lock(session: StoreSession, id: string): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: toSortable(id) },
        { $inc: { held: 1 } },
        { session },
      )
      return matchedCount > 0
    },

    async remove(session: StoreSession, id: string): Promise<boolean> {
      const { deletedCount } = await model.deleteOne({ _id: toSortable(id) }, { session })
      return deletedCount > 0
    },
  }
}

function fromDocument({ _id, name, ownerId }: GuildDocument): Guild {
  return { id: fromSortable(_id), name, ownerId: fromSortable(ownerId) }
}
