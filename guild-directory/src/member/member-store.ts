import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { batchedFindByPair } from '@gatehouse/service-kit/storage/batched-find-by-pair'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose from 'mongoose'
import type { Page } from '../field-checks.ts'
import { removeInBatches } from '../remove-in-batches.ts'

/** With the permissions in the whole guild. */
export type MemberBits = { guildId: string; userId: string; bits: bigint }

type MemberDocument = { guildId: string; userId: string; permissions: string }

/** The unique index also pages the members of a guild. */
export function memberModel(connection: mongoose.Connection) {
  const schema = new mongoose.Schema(
    {
      guildId: { type: String, required: true },
      userId: { type: String, required: true },
      permissions: { type: String, required: true },
      lockCount: { type: Number, default: 0 },
    },
    { versionKey: false, collection: 'members' },
  )
  schema.index({ guildId: 1, userId: 1 }, { unique: true })
  return connection.model('Member', schema)
}

export function memberStore(connection: mongoose.Connection) {
  const model = memberModel(connection)
  const find = batchedFindByPair(driverCollection<MemberDocument>(model.collection), {
    first: 'guildId',
    second: 'userId',
  })
  const key = (guildId: string, userId: string) => ({
    guildId: toSortable(guildId),
    userId: toSortable(userId),
  })

  return {
    async find(guildId: string, userId: string, transaction?: StoreSession): Promise<MemberBits | null> {
      const found = await (transaction
        ? model.findOne(key(guildId, userId), null, { session: transaction }).lean<MemberDocument>()
        : find(toSortable(guildId), toSortable(userId)))
      return found && fromDocument(found)
    },

    async list(guildId: string, { size, after }: Page): Promise<MemberBits[]> {
      const larger = after === '' ? {} : { userId: mongoose.trusted({ $gt: toSortable(after) }) }
      const found = await model
        .find({ guildId: toSortable(guildId), ...larger })
        .sort({ userId: 1 })
        .limit(size + 1)
        .lean<MemberDocument[]>()
      return found.map(fromDocument)
    },

    async put(transaction: StoreSession, { guildId, userId, bits }: MemberBits): Promise<void> {
      const set = { permissions: String(bits) }
      await model.updateOne(key(guildId, userId), { $set: set }, { session: transaction, upsert: true })
    },

    /** Until the transaction ends, the member cannot be deleted: a deletion conflicts with this write. False if there is no such member. */
    async lock(transaction: StoreSession, guildId: string, userId: string): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        key(guildId, userId),
        { $inc: { lockCount: 1 } },
        { session: transaction },
      )
      return matchedCount > 0
    },

    async remove(transaction: StoreSession, guildId: string, userId: string): Promise<boolean> {
      const { deletedCount } = await model.deleteOne(key(guildId, userId), { session: transaction })
      return deletedCount > 0
    },

    removeOfGuild: (guildId: string) => removeInBatches(model, { guildId: toSortable(guildId) }),
  }
}

function fromDocument({ guildId, userId, permissions }: MemberDocument): MemberBits {
  return { guildId: fromSortable(guildId), userId: fromSortable(userId), bits: BigInt(permissions) }
}
