import { randomUUID } from 'node:crypto'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Connection } from 'mongoose'
import { type MailDocument, type MailState, mailCollection } from './mail-document.ts'
import type { MailKind } from './mail-kinds.ts'

export type MailStore = ReturnType<typeof mailStore>
export type ClaimedMail = MailDocument & { sealed: string; owner: string }

/** null does not filter. `before` is an `_id`. */
type MailPage = { state: MailState | null; before: string | null; limit: number }

type Outcome = { state: 'sent' } | { state: 'dead'; failure: string; keepContent: boolean }

const recordTtlMs = 7 * 86_400_000

export function mailStore(connection: Connection) {
  const collection = mailCollection(connection)

  return {
    async add(mail: MailDocument, transaction?: StoreSession): Promise<void> {
      await collection.insertOne(mail, transaction ? { session: transaction } : {})
    },

    /** Leases the mail that is due for the longest time. Uses the index `state_dueAt`. */
    async claim({ now, leaseMs }: { now: number; leaseMs: number }): Promise<ClaimedMail | null> {
      const lease = { owner: randomUUID(), dueAt: new Date(now + leaseMs) }
      const claimed = await collection.findOneAndUpdate(
        { state: 'pending', dueAt: { $lte: new Date(now) } },
        { $set: lease, $inc: { attempts: 1 } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      )
      return claimed && { ...claimed, sealed: claimed.sealed ?? '', owner: lease.owner }
    },

    async settle({ _id, owner }: ClaimedMail, outcome: Outcome, now: number): Promise<void> {
      const times = { settledAt: new Date(now), removeAt: new Date(now + recordTtlMs) }
      const keepsContent = outcome.state === 'dead' && outcome.keepContent
      await collection.updateOne(
        { _id, owner },
        {
          $set: {
            state: outcome.state,
            ...times,
            ...(outcome.state === 'dead' && { failure: outcome.failure }),
          },
          $unset: { owner: 1, ...(!keepsContent && { sealed: 1 }) },
        },
      )
    },

    async retryLater({ _id, owner }: ClaimedMail, failure: string, dueAt: Date): Promise<void> {
      await collection.updateOne({ _id, owner }, { $set: { failure, dueAt }, $unset: { owner: 1 } })
    },

    async remove({ _id, owner }: ClaimedMail): Promise<void> {
      await collection.deleteOne({ _id, owner })
    },

    /** Of dead mails, once they cannot be retried any more. */
    async removeExpiredContent(now: number): Promise<void> {
      const expired = {
        state: 'dead',
        expiresAt: { $lte: new Date(now) },
        sealed: { $exists: true },
      } as const
      await collection.updateMany(expired, { $unset: { sealed: 1 } })
    },

    /** Uses the index `state_createdAt`. */
    async oldestPending(): Promise<Date | null> {
      const [oldest] = await collection
        .find({ state: 'pending' }, { projection: { createdAt: 1 } })
        .sort({ state: 1, createdAt: 1 })
        .limit(1)
        .toArray()
      return oldest?.createdAt ?? null
    },

    /** Newest first. Uses `_id` or `state__id`. */
    async list({ state, before, limit }: MailPage) {
      const filter = { ...(state && { state }), ...(before && { _id: { $lt: before } }) }
      return collection.find(filter).sort({ _id: -1 }).limit(limit).toArray()
    },

    /** Those that were removed since are not counted. Uses the index `accountId`. */
    async countSince(kind: MailKind, accountId: string, since: Date): Promise<number> {
      return collection.countDocuments({ accountId, kind, createdAt: { $gt: since } })
    },

    async find(_id: string): Promise<MailDocument | null> {
      return collection.findOne({ _id })
    },

    /** Null if it is being sent, was sent, or has no content any more. */
    async retry(_id: string, now: number): Promise<MailDocument | null> {
      const retryable = {
        _id,
        owner: { $exists: false },
        sealed: { $exists: true },
        expiresAt: { $gt: new Date(now) },
      }
      return collection.findOneAndUpdate(
        retryable,
        {
          $set: { state: 'pending', dueAt: new Date(now) },
          $unset: { settledAt: 1, removeAt: 1, failure: 1 },
        },
        { returnDocument: 'after' },
      )
    },

    /** Uses the index `accountId`. */
    async removeOf(accountId: string, transaction: StoreSession): Promise<void> {
      await collection.deleteMany({ accountId }, { session: transaction })
    },
  }
}
