import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import { type Connection, type Model, Schema } from 'mongoose'
import { accountModel } from '../accounts/account-schema.ts'

/** Marks that the instance has its first account; `accountId` is null if that was not a registration. */
type InstanceDocument = { _id: 'first-account'; accountId: string | null }

const firstAccountKey = 'first-account'

const schema = new Schema<InstanceDocument>(
  { _id: { type: String, required: true }, accountId: String },
  { versionKey: false },
)

export function instanceModel(connection: Connection): Model<InstanceDocument> {
  return connection.model<InstanceDocument>('Instance', schema, 'instance')
}

export function firstAccounts(connection: Connection) {
  const instance = instanceModel(connection)
  const accounts = accountModel(connection)
  let isTaken = false

  return {
    /** Never true after an import, so that no stranger becomes the administrator. */
    async take(accountId: string, transaction: StoreSession): Promise<boolean> {
      if (isTaken || (await instance.exists({ _id: firstAccountKey }).session(transaction)) !== null) {
        isTaken = true
        return false
      }
      const someAccount = await accounts
        .findOne({}, { _id: 1 }, { session: transaction, sort: { _id: 1 } })
        .lean()
      const isFirst = someAccount === null
      await instance.create([{ _id: firstAccountKey, accountId: isFirst ? accountId : null }], {
        session: transaction,
      })
      return isFirst
    },
  }
}
