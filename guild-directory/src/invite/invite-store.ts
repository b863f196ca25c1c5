import type { Invite } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose from 'mongoose'
import type { Page } from '../field-checks.ts'

type InviteDocument = {
  _id: string
  guildId: string
  channelId: string
  /** 0: unlimited. */
  maxUses: number
  uses: number
  expiresAt: Date | null
}

/** The code is the `_id`. */
export function inviteModel(connection: mongoose.Connection) {
  const text = { type: String, required: true }
  const schema = new mongoose.Schema(
    {
      _id: String,
      guildId: text,
      channelId: text,
      maxUses: { type: Number, required: true },
      uses: { type: Number, default: 0 },
      expiresAt: { type: Date, default: null },
    },
    { versionKey: false, collection: 'invites' },
  )
  schema.index({ guildId: 1, _id: 1 })
  schema.index({ channelId: 1 })
  return connection.model('Invite', schema)
}

export function inviteStore(connection: mongoose.Connection) {
  const model = inviteModel(connection)

  return {
    async find(code: string, transaction?: StoreSession): Promise<Invite | null> {
      const found = await model
        .findById(code, null, transaction && { session: transaction })
        .lean<InviteDocument>()
      return found && fromDocument(found)
    },

    async list(guildId: string, { size, after }: Page): Promise<Invite[]> {
      const found = await model
        .find({ guildId: toSortable(guildId), _id: mongoose.trusted({ $gt: after }) })
        .sort({ _id: 1 })
        .limit(size + 1)
        .lean<InviteDocument[]>()
      return found.map(fromDocument)
    },

    /** Does not change the uses. */
    async put(transaction: StoreSession, invite: Omit<Invite, 'uses'>): Promise<Invite> {
      const set = {
        guildId: toSortable(invite.guildId),
        channelId: toSortable(invite.channelId),
        maxUses: invite.maxUses ?? 0,
        expiresAt: invite.expiresAt ?? null,
      }
      const stored = await model
        .findOneAndUpdate(
          { _id: invite.code },
          { $set: set, $setOnInsert: { uses: 0 } },
          { session: transaction, upsert: true, returnDocument: 'after' },
        )
        .lean<InviteDocument>()
        .orFail()
      return fromDocument(stored)
    },

    /** False if no use is left. */
    async takeUse(
      transaction: StoreSession,
      { code, maxUses }: Pick<Invite, 'code' | 'maxUses'>,
    ): Promise<boolean> {
      const left = maxUses === undefined ? {} : { uses: mongoose.trusted({ $lt: maxUses }) }
      const { matchedCount } = await model.updateOne(
        { _id: code, ...left },
        { $inc: { uses: 1 } },
        { session: transaction },
      )
      return matchedCount > 0
    },

    async remove(code: string): Promise<boolean> {
      const { deletedCount } = await model.deleteOne({ _id: code })
      return deletedCount > 0
    },

    async removeOfChannel(transaction: StoreSession, channelId: string): Promise<void> {
      await model.deleteMany({ channelId: toSortable(channelId) }, { session: transaction })
    },

    async removeOfGuild(transaction: StoreSession, guildId: string): Promise<void> {
      await model.deleteMany({ guildId: toSortable(guildId) }, { session: transaction })
    },
  }
}

function fromDocument({ _id, guildId, channelId, maxUses, uses, expiresAt }: InviteDocument): Invite {
  return {
    code: _id,
    guildId: fromSortable(guildId),
    channelId: fromSortable(channelId),
    maxUses: maxUses || undefined,
    uses,
    expiresAt: expiresAt ?? undefined,
  }
}
