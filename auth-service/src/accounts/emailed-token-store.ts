import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Model } from 'mongoose'
import type { Account } from './account.ts'
import { fromDocument } from './account-document.ts'
import type { AccountDocument } from './account-schema.ts'
import type { EmailAddress } from './email-address.ts'
import { maxWrongCodes } from './emailed-code.ts'
import type { DisowningToken, EmailedToken, ResetToken } from './emailed-token.ts'
import type { PendingRevocation } from './pending-revocation.ts'
import { removeAllCredentials } from './remove-credentials.ts'

/** After a verification that a program which opens links can have made. */
const disowningAfterMs = 3 * 24 * 60 * 60_000

const absent = mongoose.trusted({ $exists: false })

export function emailedTokenStore(model: Model<AccountDocument>) {
  return {
    /** False if the account no longer has this address, or it is verified. */
    async storeVerification(
      id: string,
      { key }: EmailAddress,
      { token, disowning }: { token: EmailedToken; disowning: DisowningToken | null },
      transaction: StoreSession,
    ): Promise<boolean> {
      const unverified = { _id: id, emailKey: key, verified: false }
      const change = {
        $set: {
          'emailedTokens.verification': token,
          ...(disowning && { 'emailedTokens.disowning': disowning }),
        },
      }
      return (await model.updateOne(unverified, change, { session: transaction })).modifiedCount === 1
    },

    /** Null for a token that is unknown, used, replaced or expired. Uses `emailedTokens.verification.digest`. */
    async findByVerificationToken(
      digest: string,
      now: Date,
    ): Promise<{ account: Account; hasCode: boolean } | null> {
      const document = await model.findOne(liveVerification({ digest }, now)).lean()
      const account = fromDocument(document)
      return document && account && { account, hasCode: !!document.emailedTokens?.verification?.code }
    },

    /**
     * Counts a code as wrong before it is compared, so that concurrent ones are counted. Null if there is none, or there were too many
     * wrong ones. Uses `_id` or `emailedTokens.verification.digest`.
     */
    async takeVerificationCode(
      of: { accountId: string } | { digest: string },
      now: Date,
    ): Promise<{ account: Account; digest: string; mac: string } | null> {
      const mayBeTried = {
        ...liveVerification(of, now),
        'emailedTokens.verification.code.wrongCodes': mongoose.trusted({ $lt: maxWrongCodes }),
      }
      const change = { $inc: { 'emailedTokens.verification.code.wrongCodes': 1 } }
      const document = await model.findOneAndUpdate(mayBeTried, change).lean()
      const account = fromDocument(document)
      const { digest, code } = document?.emailedTokens?.verification ?? {}
      return account && digest && code ? { account, digest, mac: code.mac } : null
    },

    /** The code was right, but the verification failed. */
    async refundVerificationCode(accountId: string, digest: string): Promise<void> {
      const same = { _id: accountId, 'emailedTokens.verification.digest': digest }
      await model.updateOne(same, { $inc: { 'emailedTokens.verification.code.wrongCodes': -1 } })
    },

    /**
     * Null for a token that is unknown, used, replaced or expired. By `isOwner` it ends the disowning; by somebody
     * else, which can be a program that opens links, it leaves some days for it. Uses `emailedTokens.verification.digest`.
     */
    async verifyEmail(
      digest: string,
      { now, isOwner }: { now: Date; isOwner: (account: Account) => boolean },
      transaction: StoreSession,
    ): Promise<Account | null> {
      const live = liveVerification({ digest }, now)
      const document = await model.findOne(live, {}, { session: transaction }).lean()
      const before = fromDocument(document)
      if (!document || !before) return null
      const canDisown = document.emailedTokens?.disowning !== undefined && !isOwner(before)
      const until = new Date(now.getTime() + disowningAfterMs)
      const change = {
        $set: { verified: true, ...(canDisown && { 'emailedTokens.disowning.expiresAt': until }) },
        $unset: {
          'emailedTokens.verification': 1 as const,
          ...(!canDisown && { 'emailedTokens.disowning': 1 as const }),
          // A change that was started before did not require a proof of the address.
          emailChange: 1 as const,
        },
      }
      const options = { returnDocument: 'after', session: transaction } as const
      return fromDocument(await model.findOneAndUpdate(live, change, options).lean())
    },

    /** Null without an account, and if a newer token, or the password of a verified account, is newer. Uses the index `emailKey`. */
    async storeReset({ key }: EmailAddress, token: EmailedToken & ResetToken): Promise<Account | null> {
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

    /**
     * Null for a token that is unknown, used, replaced or expired. `isFirstProof`: nobody but perhaps a program has proved the address.
     * Uses `emailedTokens.reset.digest` and `emailedTokens.disowning.digest`.
     */
    async findByResetToken(
      digest: string,
      now: Date,
    ): Promise<{ account: Account; isFirstProof: boolean } | null> {
      const document = await model.findOne(liveReset(digest, now)).lean()
      const account = fromDocument(document)
      return document && account && { account, isFirstProof: isFirstProof(document, digest) }
    },

    /** The same for the code beside the link. Uses the index `emailKey`. */
    async findByResetCode(
      { key }: EmailAddress,
      macs: string[],
      now: Date,
    ): Promise<{ account: Account; digest: string; isFirstProof: boolean } | null> {
      const live = {
        emailKey: key,
        'emailedTokens.reset.code.mac': mongoose.trusted({ $in: macs }),
        'emailedTokens.reset.expiresAt': mongoose.trusted({ $gt: now }),
      }
      const document = await model.findOne(live).lean()
      const account = fromDocument(document)
      const digest = document?.emailedTokens?.reset?.digest
      return document && account && digest
        ? { account, digest, isFirstProof: isFirstProof(document, digest) }
        : null
    },

    /**
     * The account before and after. If it is the first proof of the address, everything is removed that was set up before, and the address
     * is verified: the token proves the mailbox. Null if the token was used or replaced meanwhile, or has expired.
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
      const isProved = !isFirstProof(document, digest)
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
        $unset: {
          ...$unset,
          'emailedTokens.disowning': 1 as const,
          ...(!isProved && { 'emailedTokens.verification': 1 as const }),
        },
        ...pulled,
      }
      const options = { returnDocument: 'after', session: transaction } as const
      const after = fromDocument(await model.findOneAndUpdate({ _id: document._id }, change, options).lean())
      return after && { before, after }
    },
  }
}

function liveVerification(of: { accountId: string } | { digest: string }, now: Date) {
  return {
    ...('accountId' in of ? { _id: of.accountId } : { 'emailedTokens.verification.digest': of.digest }),
    'emailedTokens.verification.expiresAt': mongoose.trusted({ $gt: now }),
  }
}

function liveReset(digest: string, now: Date) {
  const later = mongoose.trusted({ $gt: now })
  return {
    $or: [
      { 'emailedTokens.reset.digest': digest, 'emailedTokens.reset.expiresAt': later },
      { 'emailedTokens.disowning.digest': digest, 'emailedTokens.disowning.expiresAt': later },
      { 'emailedTokens.disowning.digest': digest, 'emailedTokens.disowning.expiresAt': absent },
    ],
  }
}

function isFirstProof({ verified, emailedTokens }: AccountDocument, digest: string): boolean {
  return verified !== true || emailedTokens?.disowning?.digest === digest
}
