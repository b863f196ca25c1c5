import { invalidFields, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { isDuplicateKeyError, type StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Model } from 'mongoose'
import type { Account } from '../accounts/account.ts'
import { fromDocument } from '../accounts/account-document.ts'
import type { AccountDocument } from '../accounts/account-schema.ts'
import { hasSecondFactor } from '../accounts/factors.ts'
import type { PendingRevocation } from '../accounts/pending-revocation.ts'
import { credentialsOf, replaceCredentials } from '../accounts/remove-credentials.ts'
import type { SsoLink, SsoPerson } from '../accounts/sso-link.ts'

const maxCountMs = 3_000
/** Error code of MongoDB. */
const maxTimeExpired = 50

/** But for counts, queries use `_id` or the index `sso.issuer_sso.subject`. */
export function ssoLinkStore(model: Model<AccountDocument>) {
  return {
    async findBySso({ issuer, subject }: SsoPerson): Promise<Account | null> {
      return fromDocument(await model.findOne({ 'sso.issuer': issuer, 'sso.subject': subject }).lean())
    },

    /**
     * Links an account whose address both sides proved. The link takes the place of all other credentials. Returns the account before
     * and after, or null if its address, link or credentials changed meanwhile.
     */
    async linkSso(
      account: Account,
      { sso, emailKey, revocation }: { sso: SsoPerson; emailKey: string; revocation: PendingRevocation },
      transaction: StoreSession,
    ): Promise<{ before: Account; after: Account } | null> {
      const { verified } = account
      const filter = { _id: account.id, emailKey, ...(verified && { verified }), ...sameLink(account) }
      const document = await model.findOne(filter, {}, { session: transaction }).lean()
      const before = fromDocument(document)
      if (!document || !before || !haveSameCredentials(before, account)) return null
      const { since } = revocation
      const change = {
        $set: {
          sso,
          verified: true,
          passwordChangedAt: since,
          pendingRevocations: [revocation],
          emailedTokens: { reset: { issuedAt: since } },
        },
        ...replaceCredentials(document),
      }
      try {
        const options = { returnDocument: 'after', session: transaction } as const
        const after = fromDocument(await model.findOneAndUpdate(filter, change, options).lean())
        return after && { before, after }
      } catch (error) {
        if (isDuplicateKeyError(error, 'sso.issuer')) throw invalidFields({ email: 'SSO_IDENTITY_MISMATCH' })
        throw error
      }
    },

    /**
     * Active accounts that are linked to the issuer, that a verified address would link, and the others. Null if counting takes too
     * long, as it reads every account.
     */
    async countForSso(
      issuer: string,
      allowedDomains: readonly string[],
    ): Promise<{ linked: number; linkable: number; lockedOut: number } | null> {
      const issuers = [issuer.replace(/\/$/, ''), `${issuer.replace(/\/$/, '')}/`]
      const active = { status: 'active' as const }
      const proved = [{ verified: true }, { importedAt: mongoose.trusted({ $exists: true }) }]
      // A-labels: no other letter of them has a meaning in an expression.
      const domains = allowedDomains.map((domain) => new RegExp(`@${domain.replaceAll('.', '\\.')}$`))
      const unlinked = { 'sso.issuer': mongoose.trusted({ $nin: issuers }) }
      const count = (filter: object) => model.countDocuments({ ...active, ...filter }).maxTimeMS(maxCountMs)
      try {
        const [total, linked, linkable] = await Promise.all([
          count({}),
          count({ 'sso.issuer': mongoose.trusted({ $in: issuers }) }),
          count({ ...unlinked, $or: proved, emailKey: mongoose.trusted({ $in: domains }) }),
        ])
        return { linked, linkable, lockedOut: total - linked - linkable }
      } catch (error) {
        if (error instanceof mongoose.mongo.MongoServerError && error.code === maxTimeExpired) return null
        throw error
      }
    },

    /** The people of an issuer, in order of their subjects. */
    async linkedSubjects(
      issuer: string,
      { after, limit }: { after: string; limit: number },
    ): Promise<string[]> {
      const filter = { 'sso.issuer': issuer, 'sso.subject': mongoose.trusted({ $gt: after }) }
      const found = await model.find(filter, { sso: 1 }).sort({ 'sso.subject': 1 }).limit(limit).lean()
      return found.map(({ sso }) => sso?.subject ?? '')
    },

    /** Those of the subjects that an account is linked to. */
    async linkedAmong(issuer: string, subjects: string[]): Promise<string[]> {
      const filter = { 'sso.issuer': issuer, 'sso.subject': mongoose.trusted({ $in: subjects }) }
      return (await model.find(filter, { sso: 1 }).lean()).map(({ sso }) => sso?.subject ?? '')
    },

    /** Returns how many links were moved to the other issuer. */
    async moveSsoLinks(
      { from, to, subjects }: { from: string; to: string; subjects: string[] },
      transaction: StoreSession,
    ): Promise<number> {
      const filter = { 'sso.issuer': from, 'sso.subject': mongoose.trusted({ $in: subjects }) }
      try {
        const change = { $set: { 'sso.issuer': to }, $unset: { 'sso.noAuthTime': 1 as const } }
        return (await model.updateMany(filter, change, { session: transaction })).modifiedCount
      } catch (error) {
        if (isDuplicateKeyError(error, 'sso.issuer')) throw unavailable('an account was linked meanwhile')
        throw error
      }
    },

    /** Whether the provider says when the person signed in: otherwise a new sign-in there proves nothing here. */
    async noteAuthTime({ id, sso }: Account, isSent: boolean): Promise<void> {
      if (sso === null || (sso.noAuthTime === true) === !isSent) return
      const change = isSent
        ? { $unset: { 'sso.noAuthTime': 1 as const } }
        : { $set: { 'sso.noAuthTime': true } }
      await model.updateOne({ _id: id, 'sso.issuer': sso.issuer, 'sso.subject': sso.subject }, change)
    },

    /** For the owner or an operator; null removes the link. Nothing else changes. Returns false if the link changed meanwhile. */
    async setSsoLink(account: Account, sso: SsoLink | null, transaction: StoreSession): Promise<boolean> {
      const change = sso ? { $set: { sso } } : { $unset: { sso: 1 as const } }
      try {
        const filter = { _id: account.id, ...sameLink(account) }
        return (await model.updateOne(filter, change, { session: transaction })).matchedCount === 1
      } catch (error) {
        if (isDuplicateKeyError(error, 'sso.issuer'))
          throw invalidFields({ sso: 'SSO_IDENTITY_ALREADY_IN_USE' }, 'another account has this "sub"')
        throw error
      }
    },
  }
}

function sameLink({ sso }: Account) {
  return sso
    ? { 'sso.issuer': sso.issuer, 'sso.subject': sso.subject }
    : { sso: mongoose.trusted({ $exists: false }) }
}

/** The mail about the link lists them, and a second factor prevents it. */
function haveSameCredentials(one: Account, other: Account): boolean {
  return (
    hasSecondFactor(one) === hasSecondFactor(other) &&
    credentialsOf(one).join() === credentialsOf(other).join()
  )
}
