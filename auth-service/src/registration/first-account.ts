import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import { type Connection, type Model, Schema } from 'mongoose'
import { accountModel } from '../accounts/account-schema.ts'

/** The one document that says that the first account of this instance was made; null when that was no registration. */
type InstanceDocument = { _id: 'first-account'; accountId: string | null }

const firstAccountKey = 'first-account'

const schema = new Schema<InstanceDocument>(
  { _id: { type: String, required: true }, accountId: String },
  { versionKey: false },
)

/** The collection of what there is once in an instance. */
export function instanceModel(connection: Connection): Model<InstanceDocument> {
  return connection.model<InstanceDocument>('Instance', schema, 'instance')
}

/** Knows whether an account is the first of its instance, which makes it the administrator (contract.md 3, SSO). */
export function firstAccounts(connection: Connection) {
  const instance = instanceModel(connection)
  const accounts = accountModel(connection)
  let isTaken = false

  return {
    /**
     * Whether an account about to be made in this transaction is the first; of many at once one alone, whose transaction the
     * others wait out. Where accounts came in another way before, none is: the next stranger must not rule over them.
     */
    async take(accountId: string, session: StoreSession): Promise<boolean> {
      if (isTaken || (await instance.exists({ _id: firstAccountKey }).session(session)) !== null) {
        isTaken = true
        return false
      }
      const someAccount = await accounts.findOne({}, { _id: 1 }, { session, sort: { _id: 1 } }).lean()
      const isFirst = someAccount === null
      await instance.create([{ _id: firstAccountKey, accountId: isFirst ? accountId : null }], { session })
      return isFirst
    },
  }
}
