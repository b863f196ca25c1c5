import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import mongoose, { type Connection } from 'mongoose'
import { type NewAccount, toDocument } from '../accounts/account-document.ts'
import { type AccountDocument, accountModel } from '../accounts/account-schema.ts'
import { isReserved } from '../accounts/email-change.ts'
import type { TotpFactor } from '../accounts/factors.ts'
import type { SsoPerson } from '../accounts/sso-link.ts'

export type KnownAccount = {
  id: string
  emailKey: string
  externalId: string | null
  sso: SsoPerson | null
  isImported: boolean
}

export type KnownKeys = { emailKeys: string[]; externalIds: string[]; people: SsoPerson[] }

export type NewImport = {
  account: NewAccount
  discriminator: number
  externalId: string | null
  totp: TotpFactor | null
  at: Date
}

export function importStore(connection: Connection) {
  const model = accountModel(connection)
  const collection = connection.collection<AccountDocument>(model.collection.name)

  return {
    /** Uses the indexes `emailKey`, `externalId`, `emailReverts.email.key` and `sso.issuer_sso.subject`. */
    async findKnown(
      { emailKeys, externalIds, people }: KnownKeys,
      now: Date,
      transaction: StoreSession,
    ): Promise<KnownAccount[]> {
      const fields = { emailKey: 1, externalId: 1, importedAt: 1, emailReverts: 1, sso: 1 } as const
      const options = { session: transaction }
      const ofEmails = mongoose.trusted({ $in: emailKeys })
      const ofPeople = people.map(({ issuer, subject }) => ({ 'sso.issuer': issuer, 'sso.subject': subject }))
      const [byEmail, byReserved, byExternalId, byPerson] = [
        await model.find({ emailKey: ofEmails }, fields, options).lean(),
        await model.find({ 'emailReverts.email.key': ofEmails }, fields, options).lean(),
        await model.find({ externalId: mongoose.trusted({ $in: externalIds }) }, fields, options).lean(),
        ofPeople.length > 0 ? await model.find({ $or: ofPeople }, fields, options).lean() : [],
      ]
      const reserved = byReserved.flatMap(({ _id, emailReverts = [] }) =>
        emailReverts
          .filter((revert) => isReserved(revert, now))
          .map(({ email }) => ({
            id: _id,
            emailKey: email.key,
            externalId: null,
            sso: null,
            isImported: false,
          })),
      )
      const known = [...byEmail, ...byExternalId, ...byPerson].map(
        ({ _id, emailKey = '', externalId = null, sso = null, importedAt }) => ({
          id: _id,
          emailKey,
          externalId,
          sso,
          isImported: importedAt !== undefined,
        }),
      )
      return [...reserved, ...known]
    },

    /** Uses the index `usernameKey_discriminator`; a covered query. */
    async takenNumbers(usernameKeys: string[], transaction: StoreSession): Promise<[string, number][]> {
      const fields = { _id: 0, usernameKey: 1, discriminator: 1 } as const
      const taken = await model
        .find({ usernameKey: mongoose.trusted({ $in: usernameKeys }) }, fields, { session: transaction })
        .lean()
      return taken.map(({ usernameKey = '', discriminator = 0 }) => [usernameKey, discriminator])
    },

    async insert(imports: NewImport[], transaction: StoreSession): Promise<void> {
      const documents = imports.map(({ account, discriminator, externalId, totp, at }) => ({
        ...toDocument(account),
        discriminator,
        importedAt: at,
        ...(externalId !== null && { externalId }),
        ...(totp && { factors: { totp } }),
      }))
      // With the driver, which is several times faster than mongoose; the documents are validated already.
      await collection.insertMany(documents, { session: transaction })
    },
  }
}
