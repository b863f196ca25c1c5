import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import mongoose, { type Connection } from 'mongoose'
import type { Account } from './account.ts'
import { type AccountDocument, accountModel } from './account-schema.ts'
import type { EmailAddress } from './email-address.ts'
import { anyDiscriminator, discriminators, freeDiscriminator } from './free-discriminator.ts'

export type NewAccount = Omit<Account, 'discriminator' | 'email'> & { email: EmailAddress | null }

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
     * Keeps a new account under a random free discriminator. Fails with INVALID_FORM_BODY: email:EMAIL_ALREADY_IN_USE, also
     * for the slower of two at once, and username:TOO_MANY_USERS_WITH_THIS_USERNAME.
     */
    async create(account: NewAccount): Promise<Account> {
      const document = toDocument(account)
      for (
        let discriminator: number | null = anyDiscriminator();
        discriminator !== null;
        discriminator = freeDiscriminator(await takenDiscriminators(document.usernameKey))
      ) {
        try {
          await model.create({ ...document, discriminator })
          return { ...account, email: account.email?.address ?? null, discriminator }
        } catch (error) {
          if (repeats(error, 'emailKey')) throw invalidFields({ email: 'EMAIL_ALREADY_IN_USE' })
          if (!repeats(error, 'usernameKey')) throw error
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

    /** emailKey */
    async findByEmail({ key }: EmailAddress): Promise<Account | null> {
      return toAccount(await model.findOne({ emailKey: key }).lean())
    },

    /** _id */
    async find(id: string): Promise<Account | null> {
      return toAccount(await model.findById(id).lean())
    },

    /** _id; in no order, without those that are gone. */
    async findMany(ids: string[]): Promise<Account[]> {
      const found = await model.find({ _id: mongoose.trusted({ $in: ids }) }).lean()
      return found.map(toAccount).filter((account) => account !== null)
    },

    /** _id; only where the old hash still stands, so that a password changed meanwhile is not undone. */
    async replacePasswordHash(id: string, old: string, hash: string): Promise<void> {
      await model.updateOne({ _id: id, passwordHash: old }, { $set: { passwordHash: hash } })
    },

    /** _id; null when there is no such account. */
    async setStanding(id: string, standing: Account['standing']): Promise<Account | null> {
      const living = { _id: id, standing: mongoose.trusted({ $ne: 'deleted' as const }) }
      return toAccount(
        await model.findOneAndUpdate(living, { $set: { standing } }, { returnDocument: 'after' }).lean(),
      )
    },

    /** _id; leaves nothing but the id, which is never given again. */
    async erase(id: string, deletedAt: Date): Promise<void> {
      await model.replaceOne({ _id: id }, { standing: 'deleted', deletedAt })
    },
  }
}

export type AccountStore = ReturnType<typeof accountStore>

/** Fields without a value are left out, so that the partial indexes do not see them. */
function toDocument({ id, email, ...account }: NewAccount) {
  const { globalName, passwordHash, passwordChangedAt, ...always } = account
  return {
    ...{ _id: id, usernameKey: account.username.toLowerCase(), ...always },
    ...(email && { email: email.address, emailKey: email.key }),
    ...(globalName !== null && { globalName }),
    ...(passwordHash !== null && { passwordHash }),
    ...(passwordChangedAt !== null && { passwordChangedAt }),
  }
}

function toAccount(document: AccountDocument | null): Account | null {
  if (document === null || document.standing === 'deleted') return null
  const {
    _id,
    username = '',
    discriminator = 0,
    dateOfBirth = '',
    standing,
    createdAt = new Date(0),
  } = document
  return {
    ...{ id: _id, username, discriminator, dateOfBirth, standing, createdAt },
    globalName: document.globalName ?? null,
    email: document.email ?? null,
    verified: document.verified ?? false,
    passwordHash: document.passwordHash ?? null,
    passwordChangedAt: document.passwordChangedAt ?? null,
  }
}

/** Whether a write failed because a unique index that starts with this field has the value already. */
function repeats(error: unknown, field: string): boolean {
  return (
    error instanceof mongoose.mongo.MongoServerError &&
    error.code === 11000 &&
    field in (error.keyPattern ?? {})
  )
}
