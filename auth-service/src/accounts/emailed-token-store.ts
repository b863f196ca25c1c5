import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Model } from 'mongoose'
import type { Account } from './account.ts'
import { fromDocument } from './account-document.ts'
import type { AccountDocument } from './account-schema.ts'
import type { EmailAddress } from './email-address.ts'
import type { EmailedToken } from './emailed-token.ts'

export function emailedTokenStore(model: Model<AccountDocument>) {
  return {
    /** False if the account no longer has this address, or it is verified. */
    async storeVerification(
      id: string,
      { key }: EmailAddress,
      token: EmailedToken,
      session: StoreSession,
    ): Promise<boolean> {
      const unverified = { _id: id, emailKey: key, verified: false }
      const change = { $set: { 'emailedTokens.verification': token } }
      return (await model.updateOne(unverified, change, { session })).modifiedCount === 1
    },

    /** Null for a token that is unknown, used, replaced or expired. Uses `emailedTokens.verification.digest`. */
    async verifyEmail(digest: string, now: Date, session: StoreSession): Promise<Account | null> {
      const live = {
        'emailedTokens.verification.digest': digest,
        'emailedTokens.verification.expiresAt': mongoose.trusted({ $gt: now }),
      }
      const change = { $set: { verified: true }, $unset: { 'emailedTokens.verification': 1 as const } }
      const options = { returnDocument: 'after', session } as const
      return fromDocument(await model.findOneAndUpdate(live, change, options).lean())
    },
  }
}
