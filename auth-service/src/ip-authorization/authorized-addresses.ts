import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { type Connection, type Model, Schema } from 'mongoose'

/** `_id` is the account id and the address (IPv6: /64). */
type AuthorizedAddress = { _id: string; accountId: string; expiresAt: Date }

const dayMs = 24 * 60 * 60_000
const lifetimeMs = 90 * dayMs

const schema = new Schema<AuthorizedAddress>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ accountId: 1 })
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const collectionName = 'authorized_addresses'

export function authorizedAddressModel(connection: Connection): Model<AuthorizedAddress> {
  return connection.model<AuthorizedAddress>('AuthorizedAddress', schema, collectionName)
}

/** The addresses that accounts signed in from, for 90 days from the last time. */
export function authorizedAddresses({ connection, clock }: { connection: Connection; clock: Clock }) {
  const collection = driverCollection<AuthorizedAddress>(connection.collection(collectionName))

  return {
    /** When it was added or renewed, by a sign-in from it; null if it is not authorized. */
    async addedAt(accountId: string, clientAddress: string): Promise<Date | null> {
      const live = { _id: idOf(accountId, clientAddress), expiresAt: { $gt: new Date(clock.now()) } }
      const found = await collection.findOne(live, { projection: { expiresAt: 1 } })
      return found && new Date(found.expiresAt.getTime() - lifetimeMs)
    },

    async add(accountId: string, clientAddress: string, transaction?: StoreSession): Promise<void> {
      const options = { upsert: true, ...(transaction && { session: transaction }) }
      const change = { $set: { accountId, expiresAt: new Date(clock.now() + lifetimeMs) } }
      await collection.updateOne({ _id: idOf(accountId, clientAddress) }, change, options)
    },

    /** For a sign-in, after its `addedAt`: one renewal a day is enough, and most sign-ins write nothing. */
    async renew(accountId: string, clientAddress: string, addedAt: Date | null): Promise<void> {
      if (addedAt === null || clock.now() - addedAt.getTime() >= dayMs)
        await this.add(accountId, clientAddress)
    },

    /** Uses the index `accountId`. */
    async removeOf(accountId: string, transaction: StoreSession): Promise<void> {
      await collection.deleteMany({ accountId }, { session: transaction })
    },
  }
}

function idOf(accountId: string, clientAddress: string): string {
  return `${accountId} ${addressPrefix(clientAddress)}`
}
