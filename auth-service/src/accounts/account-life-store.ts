import { batchedFindById } from '@gatehouse/service-kit/storage/batched-find-by-id'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Model } from 'mongoose'
import type { Account } from './account.ts'
import { fromDocument } from './account-document.ts'
import type { AccountDocument } from './account-schema.ts'
import type { PendingRevocation } from './pending-revocation.ts'

/**
 * Sign-ins that are not complete, and mailed tokens, which must not work again when the account is open again. Reverts of the address
 * go on: the owner needs them against a thief who closes the account.
 */
function endOfWhatWaits({ since }: PendingRevocation) {
  return {
    $set: { signInsEndedAt: since, 'emailedTokens.reset': { issuedAt: since } },
    $unset: {
      'emailedTokens.verification': 1 as const,
      'emailedTokens.disowning': 1 as const,
      emailChange: 1 as const,
    },
  }
}

/** Queries without a named index use `_id`. */
export function accountLifeStore(model: Model<AccountDocument>) {
  const notErased = mongoose.trusted({ $ne: 'deleted' as const })
  const absent = mongoose.trusted({ $exists: false })
  const findDocument = batchedFindById(driverCollection<AccountDocument>(model.collection))

  return {
    async suspend(
      id: string,
      { revocation, until = null }: { revocation: PendingRevocation; until?: Date | null },
      transaction?: StoreSession,
    ): Promise<Account | null> {
      const { $set, $unset } = endOfWhatWaits(revocation)
      const suspended = { ...$set, status: 'disabled' as const, pendingRevocations: [revocation] }
      const change = until
        ? { $set: { ...suspended, disabledUntil: until }, $unset }
        : { $set: suspended, $unset: { ...$unset, disabledUntil: 1 as const } }
      const options = { returnDocument: 'after', ...within(transaction) } as const
      return fromDocument(
        await model.findOneAndUpdate({ _id: id, status: notErased }, change, options).lean(),
      )
    },

    async liftSuspension(id: string, transaction?: StoreSession): Promise<Account | null> {
      const change = { $set: { status: 'active' }, $unset: { disabledUntil: 1 } } as const
      const options = { returnDocument: 'after', ...within(transaction) } as const
      return fromDocument(
        await model.findOneAndUpdate({ _id: id, status: notErased }, change, options).lean(),
      )
    },

    async setAdministrator(
      id: string,
      administrator: boolean,
      transaction?: StoreSession,
    ): Promise<Account | null> {
      const change = administrator ? { $set: { administrator: true } } : { $unset: { administrator: 1 } }
      const options = { returnDocument: 'after', ...within(transaction) } as const
      return fromDocument(
        await model.findOneAndUpdate({ _id: id, status: notErased }, change, options).lean(),
      )
    },

    /** False if the account was not open. */
    async close(
      id: string,
      { revocation, deletionDueAt }: { revocation: PendingRevocation; deletionDueAt: Date | null },
      transaction?: StoreSession,
    ): Promise<boolean> {
      const open = { _id: id, status: 'active', closedAt: absent } as const
      const { $set, $unset } = endOfWhatWaits(revocation)
      const closed = { ...$set, closedAt: revocation.since, pendingRevocations: [revocation] }
      const change = { $set: { ...closed, ...(deletionDueAt && { deletionDueAt }) }, $unset }
      return (await model.updateOne(open, change, within(transaction))).modifiedCount === 1
    },

    /**
     * Also removes a suspension that ended by `now`. Null if the account was erased meanwhile; `isChanged` is false if another sign-in
     * reopened it.
     */
    async reopen(
      id: string,
      now: Date,
      transaction?: StoreSession,
    ): Promise<{ account: Account; isChanged: boolean } | null> {
      const ended = { _id: id, status: 'disabled' as const, disabledUntil: mongoose.trusted({ $lte: now }) }
      const lift = { $set: { status: 'active' as const }, $unset: { disabledUntil: 1 } }
      const lifted = await model.updateOne(ended, lift, within(transaction))
      const open = { $unset: { closedAt: 1, deletionDueAt: 1, pendingRevocations: 1 } }
      const options = { returnDocument: 'before', ...within(transaction) } as const
      const found = await model.findOneAndUpdate({ _id: id, status: notErased }, open, options).lean()
      const before = fromDocument(found)
      if (before === null) return null
      const isChanged = lifted.modifiedCount === 1 || before.closedAt !== null
      return { account: { ...before, closedAt: null, deletionDueAt: null }, isChanged }
    },

    /** Uses the index `deletionDueAt`. */
    async *dueForErasure(now: Date): AsyncGenerator<{ accountId: string }> {
      const due = { deletionDueAt: mongoose.trusted({ $lte: now }) }
      for await (const { _id } of model.find(due, { _id: 1 }).lean().cursor()) yield { accountId: _id }
    },

    /** Accounts with a revocation pending since then. Uses the index `pendingRevocations.since`. */
    async *pendingRevocations(
      since: Date,
    ): AsyncGenerator<{ accountId: string; revocations: PendingRevocation[] }> {
      const pending = { 'pendingRevocations.since': mongoose.trusted({ $lte: since }) }
      for await (const { _id, pendingRevocations = [] } of model
        .find(pending, { pendingRevocations: 1 })
        .lean()
        .cursor())
        yield { accountId: _id, revocations: pendingRevocations }
    },

    /** The account if a revocation of it is not settled that does not except this session. */
    async findWithPendingRevocation(
      id: string,
      { exceptIdHash }: { exceptIdHash: string },
      transaction: StoreSession,
    ): Promise<Account | null> {
      const other = mongoose.trusted({ $elemMatch: { exceptIdHash: { $ne: exceptIdHash } } })
      return fromDocument(
        await model.findOne({ _id: id, pendingRevocations: other }).session(transaction).lean(),
      )
    },

    async settleRevocations(accountId: string, ids: string[]): Promise<void> {
      const settled = { id: mongoose.trusted({ $in: ids }) }
      await model.updateOne({ _id: accountId }, { $pull: { pendingRevocations: settled } })
    },

    /** Uses the index `anonymiseAt`. */
    async *dueForAnonymisation(now: Date): AsyncGenerator<{ accountId: string; deletedAt: Date }> {
      const due = { anonymiseAt: mongoose.trusted({ $lte: now }) }
      for await (const { _id, deletedAt = now } of model.find(due, { deletedAt: 1 }).lean().cursor())
        yield { accountId: _id, deletedAt }
    },

    /** `next` is when to anonymise its audit records again, if at all. */
    async setAnonymised(id: string, next: Date | null): Promise<void> {
      const change = next ? { $set: { anonymiseAt: next } } : { $unset: { anonymiseAt: 1 } }
      await model.updateOne({ _id: id }, change)
    },

    async isErased(id: string): Promise<boolean> {
      return (await findDocument(id))?.status === 'deleted'
    },

    /** With `due`, only if the deletion is still due by then and all sessions have ended. */
    async erase(
      id: string,
      { at, due }: { at: Date; due?: Date },
      transaction?: StoreSession,
    ): Promise<boolean> {
      const existing = { _id: id, status: notErased }
      const stillDue = { deletionDueAt: mongoose.trusted({ $lte: due }), 'pendingRevocations.since': absent }
      const filter = due ? { ...existing, ...stillDue } : existing
      const remainder = { status: 'deleted' as const, deletedAt: at, anonymiseAt: at }
      return (await model.replaceOne(filter, remainder, within(transaction))).modifiedCount === 1
    },
  }
}

function within(transaction: StoreSession | undefined): { session?: StoreSession } {
  return transaction ? { session: transaction } : {}
}
