import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Connection } from 'mongoose'
import { collectionName, type IpAuthorization } from './ip-authorization-document.ts'

type Completion = Pick<Required<IpAuthorization>, 'accountState' | 'expiresAt' | 'result'>

/** Longer than any call: a claim that is older was lost with its process. */
const claimMs = 30_000

const absent = { $exists: false } as const

/** Then the link is no longer valid, also one that is sent again. */
const maxWrongNumbers = 5

const mayBeTried = { wrongNumbers: { $not: { $gte: maxWrongNumbers } } } as const

/** Queries without a named index use `_id`. */
export function ipAuthorizationStore(connection: Connection) {
  const collection = driverCollection<IpAuthorization>(connection.collection(collectionName))

  return {
    async add(authorization: IpAuthorization, transaction: StoreSession): Promise<void> {
      await collection.insertOne(authorization, { session: transaction, ignoreUndefined: true })
    },

    /** Ends the sign-ins of the account that wait at this address. Uses `accountId_addressPrefix`. */
    async endWaiting(
      { accountId, addressPrefix }: Pick<IpAuthorization, 'accountId' | 'addressPrefix'>,
      transaction: StoreSession,
    ): Promise<void> {
      await collection.deleteMany({ accountId, addressPrefix, result: absent }, { session: transaction })
    },

    /** The numbers of the sign-ins of the account that wait. Uses `accountId_addressPrefix`. */
    async numbersOf(accountId: string, now: Date, transaction: StoreSession): Promise<string[]> {
      const waiting = { accountId, number: { $exists: true }, result: absent, expiresAt: { $gt: now } }
      const found = await collection.find(waiting, { session: transaction }).toArray()
      return found.flatMap(({ number }) => number ?? [])
    },

    async find(_id: string, now: Date): Promise<IpAuthorization | null> {
      return collection.findOne({ _id, expiresAt: { $gt: now } })
    },

    /** Null for a token that is unknown, used, replaced or expired, or had too many wrong numbers. Uses the index `tokenDigest`. */
    async findByToken(tokenDigest: string, now: Date): Promise<IpAuthorization | null> {
      return collection.findOne({ tokenDigest, expiresAt: { $gt: now }, ...mayBeTried })
    },

    /** Counts a number as wrong before it is compared, so that concurrent ones are counted. False if there were too many. */
    async takeNumber(_id: string): Promise<boolean> {
      return (
        (await collection.updateOne({ _id, ...mayBeTried }, { $inc: { wrongNumbers: 1 } })).modifiedCount ===
        1
      )
    },

    /** It was right. */
    async refundNumber(_id: string): Promise<void> {
      await collection.updateOne({ _id }, { $inc: { wrongNumbers: -1 } })
    },

    /** False if the mail was sent again meanwhile. */
    async resend(
      _id: string,
      change: { tokenDigest: string; resentAt: Date },
      transaction: StoreSession,
    ): Promise<boolean> {
      const waiting = { _id, resentAt: absent, claimedAt: absent, result: absent }
      return (
        (await collection.updateOne(waiting, { $set: change }, { session: transaction })).modifiedCount === 1
      )
    },

    /** False if another request has used the token or is using it. */
    async claim({ _id, tokenDigest = '' }: IpAuthorization, now: Date): Promise<boolean> {
      const lost = new Date(now.getTime() - claimMs)
      const unused = { _id, tokenDigest, $or: [{ claimedAt: absent }, { claimedAt: { $lte: lost } }] }
      return (await collection.updateOne(unused, { $set: { claimedAt: now } })).modifiedCount === 1
    },

    /** The token can be used again. */
    async release(_id: string): Promise<void> {
      await collection.updateOne({ _id, result: absent }, { $unset: { claimedAt: 1 } })
    },

    /** False if the claim was lost. */
    async complete(
      { _id, claimedAt }: { _id: string; claimedAt: Date },
      completion: Completion,
      transaction: StoreSession,
    ): Promise<boolean> {
      const used = { tokenDigest: 1, client: 1, inviteCode: 1, deviceToken: 1 } as const
      const change = { $set: completion, $unset: used }
      const claimed = { _id, claimedAt, result: absent }
      return (await collection.updateOne(claimed, change, { session: transaction })).modifiedCount === 1
    },

    /** Uses the index `accountId_addressPrefix`. */
    async removeOf(accountId: string, transaction: StoreSession): Promise<void> {
      await collection.deleteMany({ accountId }, { session: transaction })
    },
  }
}
