import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Connection } from 'mongoose'
import { type NewAccount, toDocument } from '../accounts/account-document.ts'
import { type AccountDocument, accountModel } from '../accounts/account-schema.ts'

/** What an import has to know of an account that is there already. */
export type Known = { id: string; emailKey: string; externalId: string | null; isImported: boolean }

/** An account as an import keeps it. */
export type NewImport = { account: NewAccount; discriminator: number; externalId: string | null; at: Date }

/** Every question an import asks of the accounts; each is answered by the indexes named beside it. */
export function importStore(connection: Connection) {
  const model = accountModel(connection)
  const collection = connection.collection<AccountDocument>(model.collection.name)

  return {
    /** emailKey and externalId; the accounts that have one of these. */
    async findKnown(emailKeys: string[], externalIds: string[], session: StoreSession): Promise<Known[]> {
      const fields = { emailKey: 1, externalId: 1, importedAt: 1 } as const
      const options = { session }
      const [byEmail, byExternalId] = [
        await model.find({ emailKey: mongoose.trusted({ $in: emailKeys }) }, fields, options).lean(),
        await model.find({ externalId: mongoose.trusted({ $in: externalIds }) }, fields, options).lean(),
      ]
      return [...byEmail, ...byExternalId].map(({ _id, emailKey = '', externalId = null, importedAt }) => ({
        ...{ id: _id, emailKey, externalId },
        isImported: importedAt !== undefined,
      }))
    },

    /** usernameKey_discriminator alone, no document is read; which numbers these names have given away. */
    async takenNumbers(usernameKeys: string[], session: StoreSession): Promise<[string, number][]> {
      const fields = { _id: 0, usernameKey: 1, discriminator: 1 } as const
      const taken = await model
        .find({ usernameKey: mongoose.trusted({ $in: usernameKeys }) }, fields, { session })
        .lean()
      return taken.map(({ usernameKey = '', discriminator = 0 }) => [usernameKey, discriminator])
    },

    /** Fails as MongoDB does when one of them is there meanwhile. */
    async insert(imports: NewImport[], session: StoreSession): Promise<void> {
      const documents = imports.map(({ account, discriminator, externalId, at }) => ({
        ...toDocument(account),
        ...{ discriminator, importedAt: at },
        ...(externalId !== null && { externalId }),
      }))
      // The driver's own, which is several times faster: what comes here is typed and was read field by field.
      await collection.insertMany(documents, { session })
    },
  }
}
