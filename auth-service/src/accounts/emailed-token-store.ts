import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Model } from 'mongoose'
import type { Account } from './account.ts'
import { fromDocument } from './account-document.ts'
import type { AccountDocument } from './account-schema.ts'
import type { EmailAddress } from './email-address.ts'
import type { EmailedToken, ResetToken } from './emailed-token.ts'
import type { PendingRevocation } from './pending-revocation.ts'
import { removeAllCredentials } from './remove-credentials.ts'

const absent = mongoose.trusted({ $exists: false })

export function emailedTokenStore(model: Model<AccountDocument>) {
  return {
    /** False if the account no longer has this address, or it is verified. */
    async storeVerification(
      id: string,
      { key }: EmailAddress,
      token: EmailedToken,
      transaction: StoreSession,
    ): Promise<boolean> {
      const unverified = { _id: id, emailKey: key, verified: false }
      const change = { $set: { 'emailedTokens.verification': token } }
      return (await model.updateOne(unverified, change, { session: transaction })).modifiedCount === 1
    },

    /** Null for a token that is unknown, used, replaced or expired. Uses `emailedTokens.verification.digest`. */
    async verifyEmail(digest: string, now: Date, transaction: StoreSession): Promise<Account | null> {
      const live = {
        'emailedTokens.verification.digest': digest,
        'emailedTokens.verification.expiresAt': mongoose.trusted({ $gt: now }),
      }
      // A change that was started before did not require a proof of the address.
      const used = { 'emailedTokens.verification': 1, emailChange: 1 } as const
      const change = { $set: { verified: true }, $unset: used }
      const options = { returnDocument: 'after', session: transaction } as const
      return fromDocument(await model.findOneAndUpdate(live, change, options).lean())
    },

    /** Null without an account, and if a newer token, or the password of a verified account, is newer. Uses the index `emailKey`. */
    async storeReset({ key }: EmailAddress, token: Required<ResetToken>): Promise<Account | null> {
      const { digest, issuedAt } = token
      const current = {
        emailKey: key,
        $and: [
          {
            $or: [
              { verified: mongoose.trusted({ $ne: true }) },
              { passwordChangedAt: absent },
              { passwordChangedAt: mongoose.trusted({ $lte: issuedAt }) },
            ],
          },
          {
            $or: [
              { 'emailedTokens.reset': absent },
              { 'emailedTokens.reset.issuedAt': mongoose.trusted({ $lt: issuedAt }) },
              { 'emailedTokens.reset.digest': digest },
            ],
          },
        ],
      }
      const change = { $set: { 'emailedTokens.reset': token } }
      return fromDocument(await model.findOneAndUpdate(current, change, { returnDocument: 'after' }).lean())
    },

    /** Null for a token that is unknown, used, replaced or expired. Uses `emailedTokens.reset.digest`. */
    async findByResetToken(digest: string, now: Date): Promise<Account | null> {
      return fromDocument(await model.findOne(liveReset(digest, now)).lean())
    },

    /**
     * The account before and after. If nobody had proved its address, everything is removed that was set up before, and the address is
     * verified: the token proves the mailbox. Null if the token was used or replaced meanwhile, or has expired.
     */
    async resetPassword(
      digest: string,
      { hash, revocation }: { hash: string; revocation: PendingRevocation },
      transaction: StoreSession,
    ): Promise<{ before: Account; after: Account } | null> {
      const { since } = revocation
      const document = await model.findOne(liveReset(digest, since), {}, { session: transaction }).lean()
      const before = fromDocument(document)
      if (!document || !before) return null
      const isProved = document.verified === true
      const { $unset, ...pulled } = isProved
        ? { $unset: { emailChange: 1 as const } }
        : removeAllCredentials(document)
      const change = {
        $set: {
          passwordHash: hash,
          passwordChangedAt: since,
          pendingRevocations: [revocation],
          'emailedTokens.reset': { issuedAt: since },
          ...(!isProved && { verified: true }),
        },
        $unset: { ...$unset, ...(!isProved && { 'emailedTokens.verification': 1 as const }) },
        ...pulled,
      }
      const options = { returnDocument: 'after', session: transaction } as const
      const after = fromDocument(await model.findOneAndUpdate({ _id: document._id }, change, options).lean())
      return after && { before, after }
    },
  }
}

function liveReset(digest: string, now: Date) {
  return {
    'emailedTokens.reset.digest': digest,
    'emailedTokens.reset.expiresAt': mongoose.trusted({ $gt: now }),
  }
}
