import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Model } from 'mongoose'
import type { Account } from '../accounts/account.ts'
import { fromDocument, isDuplicateKeyError } from '../accounts/account-document.ts'
import type { AccountDocument } from '../accounts/account-schema.ts'
import type { SsoLink } from '../accounts/sso-link.ts'

/** Queries use `_id` or the index `sso.issuer_sso.subject`. */
export function ssoLinkStore(model: Model<AccountDocument>) {
  return {
    async findBySso({ issuer, subject }: SsoLink): Promise<Account | null> {
      return fromDocument(await model.findOne({ 'sso.issuer': issuer, 'sso.subject': subject }).lean())
    },

    /** Null if the address or the link changed meanwhile. */
    async linkSso(
      id: string,
      { sso, previous, emailKey }: { sso: SsoLink; previous: SsoLink | null; emailKey: string },
      transaction: StoreSession,
    ): Promise<Account | null> {
      const unchanged = previous
        ? { 'sso.issuer': previous.issuer, 'sso.subject': previous.subject }
        : { sso: mongoose.trusted({ $exists: false }) }
      const filter = { _id: id, emailKey, verified: true, ...unchanged }
      try {
        const options = { returnDocument: 'after', session: transaction } as const
        return fromDocument(await model.findOneAndUpdate(filter, { $set: { sso } }, options).lean())
      } catch (error) {
        if (isDuplicateKeyError(error, 'sso.issuer')) throw invalidFields({ email: 'SSO_IDENTITY_MISMATCH' })
        throw error
      }
    },
  }
}
