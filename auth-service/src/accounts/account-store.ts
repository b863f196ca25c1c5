import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Connection } from 'mongoose'
import type { Account } from './account.ts'
import { type AccountChanges, conditionOf, updateOf } from './account-changes.ts'
import {
  asItBegins,
  fromDocument,
  isDuplicateKeyError,
  type NewAccount,
  toDocument,
} from './account-document.ts'
import { accountLifeStore } from './account-life-store.ts'
import { accountModel } from './account-schema.ts'
import type { EmailAddress } from './email-address.ts'
import { anyDiscriminator, discriminators, freeDiscriminator } from './free-discriminator.ts'
import { tagTaken } from './tag-taken.ts'

type InsertAccount = (as?: { administrator?: boolean; session?: StoreSession }) => Promise<Account>

/** Every question asked of the accounts. Each is answered by the index named beside it. */
export function accountStore(connection: Connection) {
  const model = accountModel(connection)

  /** Which numbers a name has given away: usernameKey_discriminator alone, no document is read. */
  const takenDiscriminators = async (usernameKey: string) => {
    const taken = await model.find({ usernameKey }, { _id: 0, discriminator: 1 }).lean()
    return taken.map(({ discriminator = 0 }) => discriminator)
  }

  return {
    /**
     * Keeps a new account under a random free discriminator. `around` is run anew for each number that is tried, and may insert
     * within a transaction. Fails with INVALID_FORM_BODY: email:EMAIL_ALREADY_IN_USE, also for the slower of two at once, and
     * username:TOO_MANY_USERS_WITH_THIS_USERNAME.
     */
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
        const created = { ...asItBegins, ...account, email: account.email?.address ?? null, discriminator }
        try {
          return await around(async ({ administrator = false, session } = {}) => {
            const role = administrator ? { administrator: true as const } : {}
            await model.create([{ ...numbered, ...role }], session ? { session } : {})
            return { ...created, administrator }
          })
        } catch (error) {
          if (isDuplicateKeyError(error, 'emailKey')) throw invalidFields({ email: 'EMAIL_ALREADY_IN_USE' })
          if (!isDuplicateKeyError(error, 'usernameKey')) throw error
        }
      }
      throw invalidFields({ username: 'TOO_MANY_USERS_WITH_THIS_USERNAME' })
    },

    /** emailKey */
    async isEmailTaken({ key }: EmailAddress): Promise<boolean> {
      return (await model.exists({ emailKey: key })) !== null
    },

    /** usernameKey_discriminator */
    async isUsernameExhausted(username: string): Promise<boolean> {
      return (await model.countDocuments({ usernameKey: username.toLowerCase() })) >= discriminators
    },

    /** usernameKey_discriminator; the number wanted if it is free under that name, else any that is, else null. */
    async discriminatorFor(username: string, wanted: number): Promise<number | null> {
      const taken = await takenDiscriminators(username.toLowerCase())
      return taken.includes(wanted) ? freeDiscriminator(taken) : wanted
    },

    /** emailKey */
    async findByEmail({ key }: EmailAddress): Promise<Account | null> {
      return fromDocument(await model.findOne({ emailKey: key }).lean())
    },

    /** _id */
    async find(id: string): Promise<Account | null> {
      return fromDocument(await model.findById(id).lean())
    },

    /** _id; in no order, without those that are gone. */
    async findMany(ids: string[]): Promise<Account[]> {
      const found = await model.find({ _id: mongoose.trusted({ $in: ids }) }).lean()
      return found.map(fromDocument).filter((account) => account !== null)
    },

    /** _id; only where the old hash still stands, so that a password changed meanwhile is not undone. */
    async replacePasswordHash(id: string, old: string, hash: string): Promise<void> {
      await model.updateOne({ _id: id, passwordHash: old }, { $set: { passwordHash: hash } })
    },

    /**
     * _id; null when the account was erased, claimed or given another password meanwhile. Fails with INVALID_FORM_BODY
     * email:EMAIL_ALREADY_IN_USE and with TAG_ALREADY_TAKEN, also for the slower of two at once.
     */
    async change(id: string, changes: AccountChanges, session?: StoreSession): Promise<Account | null> {
      try {
        const options = { returnDocument: 'after', ...(session && { session }) } as const
        const filter = { _id: id, ...conditionOf(changes) }
        return fromDocument(await model.findOneAndUpdate(filter, updateOf(changes), options).lean())
      } catch (error) {
        if (isDuplicateKeyError(error, 'emailKey')) throw invalidFields({ email: 'EMAIL_ALREADY_IN_USE' })
        if (isDuplicateKeyError(error, 'usernameKey')) throw tagTaken()
        throw error
      }
    },

    ...accountLifeStore(model),
  }
}

export type AccountStore = ReturnType<typeof accountStore>
