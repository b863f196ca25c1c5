import { isDuplicateKeyError, type StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Model } from 'mongoose'
import type { Account } from './account.ts'
import { fromDocument } from './account-document.ts'
import type { AccountDocument } from './account-schema.ts'
import type { EmailAddress } from './email-address.ts'
import type { EmailChange, PendingRevert } from './email-change.ts'
import type { PendingRevocation } from './pending-revocation.ts'
import { removeAllCredentials, removeCredentials } from './remove-credentials.ts'

type Reverted = { hash: string; revocation: PendingRevocation }

export function emailChangeStore(model: Model<AccountDocument>) {
  return {
    /** False if the address was changed or verified meanwhile, or the account was erased. */
    async startEmailChange(
      { id, email, verified }: Account,
      emailChange: EmailChange,
      transaction: StoreSession,
    ): Promise<boolean> {
      const unchanged = { _id: id, email: email ?? '', verified }
      return (
        (await model.updateOne(unchanged, { $set: { emailChange } }, { session: transaction }))
          .matchedCount === 1
      )
    },

    async findEmailChange(id: string): Promise<EmailChange | null> {
      return (await model.findById(id, { emailChange: 1 }).lean())?.emailChange ?? null
    },

    /** False if another request updated or replaced it meanwhile. */
    async updateEmailChange(
      id: string,
      { ticket, revision }: EmailChange,
      change: EmailChange,
      transaction: StoreSession,
    ): Promise<boolean> {
      const unchanged = { _id: id, 'emailChange.ticket': ticket, 'emailChange.revision': revision }
      const update = { $set: { emailChange: { ...change, revision: revision + 1 } } }
      return (await model.updateOne(unchanged, update, { session: transaction })).matchedCount === 1
    },

    /** Null for a token that is unknown, used or expired. Uses the index `emailReverts.digest`. */
    async findByRevertToken(
      digest: string,
      now: Date,
    ): Promise<{ account: Account; revert: PendingRevert } | null> {
      const document = await model.findOne(liveRevert(digest, now)).lean()
      const account = fromDocument(document)
      const revert = document?.emailReverts?.find((pending) => pending.digest === digest)
      return account && revert ? { account, revert } : null
    },

    /**
     * Also removes second factors that were added after the change, and the reverts of later changes; those of earlier ones stay. If
     * nobody had proved the address, everything is removed. Null if the token was used meanwhile, or another account has the address.
     */
    async revertEmail(
      digest: string,
      { hash, revocation }: Reverted,
      transaction: StoreSession,
    ): Promise<Account | null> {
      const { since } = revocation
      const document = await model.findOne(liveRevert(digest, since), {}, { session: transaction }).lean()
      const reverts = document?.emailReverts ?? []
      const index = reverts.findIndex((pending) => pending.digest === digest)
      const { email, changedAt, wasVerified = true } = reverts[index] ?? {}
      if (!document || !email || !changedAt) return null
      const change = {
        $set: {
          email: email.address,
          emailKey: email.key,
          verified: true,
          passwordHash: hash,
          passwordChangedAt: since,
          pendingRevocations: [revocation],
          emailedTokens: { reset: { issuedAt: since } },
          emailReverts: reverts.slice(0, index),
        },
        ...(wasVerified ? removeCredentials(document, changedAt) : removeAllCredentials(document)),
      }
      const options = { returnDocument: 'after', session: transaction } as const
      try {
        return fromDocument(await model.findOneAndUpdate({ _id: document._id }, change, options).lean())
      } catch (error) {
        if (isDuplicateKeyError(error, 'emailKey')) return null
        throw error
      }
    },

    /** Uses the indexes `emailReverts.expiresAt` and `emailChange.expiresAt`. */
    async removeExpiredEmailChanges(now: Date): Promise<void> {
      const expired = mongoose.trusted({ $lte: now })
      await model.updateMany(
        { 'emailReverts.expiresAt': expired },
        { $pull: { emailReverts: { expiresAt: expired } } },
      )
      // The token of a completed change expires later than its ticket.
      await model.updateMany(
        {
          'emailChange.expiresAt': expired,
          'emailChange.token.expiresAt': mongoose.trusted({ $not: { $gt: now } }),
        },
        { $unset: { emailChange: 1 } },
      )
    },
  }
}

/** `isReserved` as a query, of an account other than `except`. Uses the index `emailReverts.email.key`. */
export function reservedBy({ key }: EmailAddress, now: Date, except = '') {
  return {
    _id: mongoose.trusted({ $ne: except }),
    'emailReverts.email.key': key,
    emailReverts: mongoose.trusted({
      $elemMatch: { 'email.key': key, wasVerified: { $ne: false }, expiresAt: { $gt: now } },
    }),
  }
}

function liveRevert(digest: string, now: Date) {
  return {
    // MongoDB does not use a partial index for $elemMatch alone.
    'emailReverts.digest': digest,
    emailReverts: mongoose.trusted({ $elemMatch: { digest, expiresAt: { $gt: now } } }),
  }
}
