import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Model } from 'mongoose'
import type { Account } from '../accounts/account.ts'
import { fromDocument } from '../accounts/account-document.ts'
import type { AccountDocument } from '../accounts/account-schema.ts'
import type { PendingRevocation } from '../accounts/pending-revocation.ts'

export function factorUpdate(model: Model<AccountDocument>) {
  return {
    /** Null if the account was erased, or the filter does not match. */
    update: async (
      filter: Record<string, unknown> & { _id: string },
      change: mongoose.UpdateQuery<AccountDocument>,
      transaction?: StoreSession,
    ): Promise<Account | null> =>
      fromDocument(
        await model
          .findOneAndUpdate({ ...filter, status: mongoose.trusted({ $ne: 'deleted' }) }, change, {
            returnDocument: 'after',
            ...(transaction && { session: transaction }),
          })
          .lean(),
      ),

    pushOf: (revocation: PendingRevocation | null) =>
      revocation ? { $push: { pendingRevocations: revocation } } : {},
  }
}
