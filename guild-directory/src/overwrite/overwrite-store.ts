import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { batchedFindByPair } from '@gatehouse/service-kit/storage/batched-find-by-pair'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose from 'mongoose'
import type { Page } from '../field-checks.ts'
import { removeInBatches } from '../remove-in-batches.ts'

/** Permissions that one member has or lacks in one channel. */
export type Overwrite = { guildId: string; channelId: string; userId: string; allow: bigint; deny: bigint }

type OverwriteDocument = { guildId: string; channelId: string; userId: string; allow: string; deny: string }

/** The unique index also pages the overwrites of a channel. The other finds those of a member or a guild. */
export function overwriteModel(connection: mongoose.Connection) {
  const text = { type: String, required: true }
  const schema = new mongoose.Schema(
    { guildId: text, channelId: text, userId: text, allow: text, deny: text },
    { versionKey: false, collection: 'overwrites' },
  )
  schema.index({ channelId: 1, userId: 1 }, { unique: true })
  schema.index({ guildId: 1, userId: 1 })
  return connection.model('Overwrite', schema)
}

export function overwriteStore(connection: mongoose.Connection) {
  const model = overwriteModel(connection)
  const find = batchedFindByPair(driverCollection<OverwriteDocument>(model.collection), {
    first: 'channelId',
    second: 'userId',
  })
  const key = (channelId: string, userId: string) => ({
    channelId: toSortable(channelId),
    userId: toSortable(userId),
  })

  return {
    async find(channelId: string, userId: string): Promise<Overwrite | null> {
      const found = await find(toSortable(channelId), toSortable(userId))
      return found && fromDocument(found)
    },

    async list(channelId: string, { size, after }: Page): Promise<Overwrite[]> {
      const larger = after === '' ? {} : { userId: mongoose.trusted({ $gt: toSortable(after) }) }
      const found = await model
        .find({ channelId: toSortable(channelId), ...larger })
        .sort({ userId: 1 })
        .limit(size + 1)
        .lean<OverwriteDocument[]>()
      return found.map(fromDocument)
    },

    async put(
      transaction: StoreSession,
      { guildId, channelId, userId, allow, deny }: Overwrite,
    ): Promise<void> {
      const set = { guildId: toSortable(guildId), allow: String(allow), deny: String(deny) }
      await model.updateOne(key(channelId, userId), { $set: set }, { session: transaction, upsert: true })
    },

    async remove(channelId: string, userId: string): Promise<boolean> {
      const { deletedCount } = await model.deleteOne(key(channelId, userId))
      return deletedCount > 0
    },

    async removeOfChannel(transaction: StoreSession, channelId: string): Promise<void> {
      await model.deleteMany({ channelId: toSortable(channelId) }, { session: transaction })
    },

    async removeOfMember(transaction: StoreSession, guildId: string, userId: string): Promise<void> {
      await model.deleteMany(
        { guildId: toSortable(guildId), userId: toSortable(userId) },
        { session: transaction },
      )
    },

    removeOfGuild: (guildId: string) => removeInBatches(model, { guildId: toSortable(guildId) }),
  }
}

function fromDocument({ guildId, channelId, userId, allow, deny }: OverwriteDocument): Overwrite {
  return {
    guildId: fromSortable(guildId),
    channelId: fromSortable(channelId),
    userId: fromSortable(userId),
    allow: BigInt(allow),
    deny: BigInt(deny),
  }
}
