import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import { isDuplicateKeyError, type StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Connection } from 'mongoose'
import type { Account } from './account.ts'
import { type AccountChanges, filterOf, updateOf } from './account-changes.ts'
import { fromDocument, type NewAccount, newAccountDefaults, toDocument } from './account-document.ts'
import { accountLifeStore } from './account-life-store.ts'
import { type AccountDocument, accountModel } from './account-schema.ts'
import type { EmailAddress } from './email-address.ts'
import { emailChangeStore, reservedBy } from './email-change-store.ts'
import { emailedTokenStore } from './emailed-token-store.ts'
import { anyDiscriminator, discriminators, freeDiscriminator } from './free-discriminator.ts'
import { tagTaken } from './tag-taken.ts'

const absent = mongoose.trusted({ $exists: false })

/** `hasUnprovedEmail` as a query. */
const unproved = {
  verified: mongoose.trusted({ $ne: true }),
  $or: [{ sso: absent }, { 'sso.own': true as const }],
  importedAt: absent,
  administrator: absent,
}

type InsertAccount = (as?: { administrator?: boolean; transaction?: StoreSession }) => Promise<Account>

export function accountStore(connection: Connection) {
  const model = accountModel(connection)
  // For the reads of a sign-in: mongoose would build a query object for each.
  const documents = driverCollection<AccountDocument>(model.collection)

  /** Uses the index `usernameKey_discriminator`; a covered query. */
  const takenDiscriminators = async (usernameKey: string) => {
    const taken = await model.find({ usernameKey }, { _id: 0, discriminator: 1 }).lean()
    return taken.map(({ discriminator = 0 }) => discriminator)
  }

  return {
    /** `around` runs for each discriminator that is tried; it may insert within a transaction. */
    async create(
      account: NewAccount,
      around: (insert: InsertAccount) => Promise<Account> = (insert) => insert(),
    ): Promise<Account> {
      const document = toDocument(account)
      for (
        let discriminator: number | null = anyDiscriminator();
        discriminator !== null;
        discriminator = freeDiscriminator(await takenDiscriminators(document.usernameKey))
      ) {
        const numbered = { ...document, discriminator }
        const created = {
          ...newAccountDefaults,
          ...account,
          email: account.email?.address ?? null,
          discriminator,
        }
        try {
          return await around(async ({ administrator = false, transaction } = {}) => {
            const role = administrator ? { administrator: true as const } : {}
            await model.create([{ ...numbered, ...role }], transaction ? { session: transaction } : {})
            return { ...created, administrator }
          })
        } catch (error) {
          if (isDuplicateKeyError(error, 'emailKey')) throw invalidFields({ email: 'EMAIL_ALREADY_IN_USE' })
          if (!isDuplicateKeyError(error, 'usernameKey')) throw error
        }
      }
      throw invalidFields({ username: 'TOO_MANY_USERS_WITH_THIS_USERNAME' })
    },

    /**
     * Whether another account than `except` has or reserves it; with `isProved`, only one that would not lose it (`releaseEmail`). Uses
     * the indexes `emailKey` and `emailReverts.email.key`.
     */
    async isEmailTaken(
      email: EmailAddress,
      { now, except = '', isProved = false }: { now: Date; except?: string; isProved?: boolean },
    ): Promise<boolean> {
      const owner = {
        emailKey: email.key,
        _id: mongoose.trusted({ $ne: except }),
        ...(isProved && { $nor: [unproved] }),
      }
      if ((await model.exists(owner)) !== null) return true
      return (await model.exists(reservedBy(email, now, except))) !== null
    },

    /**
     * To be called in the transaction that stores the address: an address that becomes reserved meanwhile was in the unique
     * index of addresses until then, so the transaction conflicts and is repeated.
     */
    async isEmailReserved(
      email: EmailAddress,
      { now, except }: { now: Date; except: string },
      transaction: StoreSession,
    ): Promise<boolean> {
      return (await model.exists(reservedBy(email, now, except)).session(transaction)) !== null
    },

    /** Takes the address from an account that may lose it (`hasUnprovedEmail`). Returns that account as it was, or null if there is none. */
    async releaseEmail({ key }: EmailAddress, now: Date, transaction: StoreSession): Promise<Account | null> {
      const change = {
        $set: { passwordChangedAt: now },
        $unset: { email: 1, emailKey: 1, emailedTokens: 1, emailChange: 1 } as const,
      }
      const holder = { emailKey: key, ...unproved }
      return fromDocument(await model.findOneAndUpdate(holder, change, { session: transaction }).lean())
    },

    /** Uses the index `usernameKey_discriminator`. */
    async isUsernameExhausted(username: string): Promise<boolean> {
      return (await model.countDocuments({ usernameKey: username.toLowerCase() })) >= discriminators
    },

    /** `wanted` if it is free, else a random free one, else null. Uses `usernameKey_discriminator`. */
    async discriminatorFor(username: string, wanted: number): Promise<number | null> {
      const taken = await takenDiscriminators(username.toLowerCase())
      return taken.includes(wanted) ? freeDiscriminator(taken) : wanted
    },

    /** Uses the index `emailKey`. */
    async findByEmail({ key }: EmailAddress): Promise<Account | null> {
      return fromDocument(await documents.findOne({ emailKey: key }))
    },

    async find(id: string): Promise<Account | null> {
      return fromDocument(await documents.findOne({ _id: id }))
    },

    /** In no order, without erased accounts. */
    async findMany(ids: string[]): Promise<Account[]> {
      const found = await model.find({ _id: mongoose.trusted({ $in: ids }) }).lean()
      return found.map(fromDocument).filter((account) => account !== null)
    },

    /** Only if the hash is still the old one, so that a concurrent change of password is kept. */
    async replacePasswordHash(id: string, old: string, hash: string): Promise<void> {
      await model.updateOne({ _id: id, passwordHash: old }, { $set: { passwordHash: hash } })
    },

    /** Keeps a locale that was set meanwhile. */
    async setFirstLocale(id: string, locale: string): Promise<void> {
      const without = { _id: id, locale: mongoose.trusted({ $exists: false }) }
      await model.updateOne(without, { $set: { locale } })
    },

    /** Null if the account was erased, claimed or got another password meanwhile. */
    async change(id: string, changes: AccountChanges, transaction?: StoreSession): Promise<Account | null> {
      try {
        const options = { returnDocument: 'after', ...(transaction && { session: transaction }) } as const
        const filter = { _id: id, ...filterOf(changes) }
        return fromDocument(await model.findOneAndUpdate(filter, updateOf(changes), options).lean())
      } catch (error) {
        if (isDuplicateKeyError(error, 'emailKey'))
          throw invalidFields({ [changes.email ? 'account.email' : 'email_token']: 'EMAIL_ALREADY_IN_USE' })
        if (isDuplicateKeyError(error, 'usernameKey')) throw tagTaken()
        throw error
      }
    },

    ...accountLifeStore(model),
    ...emailedTokenStore(model),
    ...emailChangeStore(model),
  }
}

export type AccountStore = ReturnType<typeof accountStore>
