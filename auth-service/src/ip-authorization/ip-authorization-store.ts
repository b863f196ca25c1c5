import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Connection } from 'mongoose'
import { type EmailedCode, maxWrongCodes } from '../accounts/emailed-code.ts'
import { collectionName, type IpAuthorization } from './ip-authorization-document.ts'

type Completion = Pick<Required<IpAuthorization>, 'accountState' | 'expiresAt' | 'result'> &
  Pick<IpAuthorization, 'sessionIdHash'>
type Device = Pick<IpAuthorization, 'accountId' | 'device' | 'deviceId'>

/** Longer than any call: a claim that is older was lost with its process. */
const claimMs = 30_000

const absent = { $exists: false } as const

/** Then the link is no longer valid, also one that is sent again. */
const maxWrongNumbers = 5

const mayBeTried = { wrongNumbers: { $not: { $gte: maxWrongNumbers } } } as const

function unclaimed(now: Date) {
  return { $or: [{ claimedAt: absent }, { claimedAt: { $lte: new Date(now.getTime() - claimMs) } }] }
}

/** Queries without a named index use `_id`. */
export function ipAuthorizationStore(connection: Connection) {
  const collection = driverCollection<IpAuthorization>(connection.collection(collectionName))

  return {
    async add(authorization: IpAuthorization, transaction: StoreSession): Promise<void> {
      await collection.insertOne(authorization, { session: transaction, ignoreUndefined: true })
    },

    /** Ends the sign-ins of the account that wait on this device. Uses `accountId_addressPrefix`. */
    async endWaiting({ accountId, device, deviceId }: Device, transaction: StoreSession): Promise<void> {
      const same = deviceId === undefined ? { device, deviceId: absent } : { deviceId }
      await collection.deleteMany({ accountId, ...same, result: absent }, { session: transaction })
    },

    /** Ends what the owner approved until then and nobody has fetched. Uses `accountId_addressPrefix`. */
    async endApproved(accountId: string, until: Date, transaction?: StoreSession): Promise<void> {
      const approved = { accountId, approvedAt: { $lte: until }, result: absent }
      await collection.deleteMany(approved, transaction && { session: transaction })
    },

    /** Hashes of the sessions of what the owner approved until then and somebody fetched since. Uses `accountId_addressPrefix`. */
    async fetchedSince(accountId: string, time: Date): Promise<string[]> {
      const fetched = { accountId, approvedAt: { $lte: time }, claimedAt: { $gte: time } }
      const found = await collection.find({ ...fetched, sessionIdHash: { $exists: true } }).toArray()
      return found.flatMap(({ sessionIdHash }) => sessionIdHash ?? [])
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

    /**
     * Counts a code as wrong before it is compared, so that concurrent ones are counted. Null if there is none, or there were too many
     * wrong ones.
     */
    async takeCode(_id: string): Promise<IpAuthorization | null> {
      const mayBeTried = { _id, 'code.wrongCodes': { $lt: maxWrongCodes } }
      return collection.findOneAndUpdate(mayBeTried, { $inc: { 'code.wrongCodes': 1 } })
    },

    /** The code was right, but the sign-in was not approved. */
    async refundCode({ _id, code }: IpAuthorization): Promise<void> {
      await collection.updateOne({ _id, 'code.mac': code?.mac }, { $inc: { 'code.wrongCodes': -1 } })
    },

    /** False if the mail was sent again, or the sign-in approved, meanwhile. */
    async resend(
      _id: string,
      change: { tokenDigest: string; code: EmailedCode; resentAt: Date },
      transaction: StoreSession,
    ): Promise<boolean> {
      const waiting = { _id, resentAt: absent, approvedAt: absent, claimedAt: absent, result: absent }
      return (
        (await collection.updateOne(waiting, { $set: change }, { session: transaction })).modifiedCount === 1
      )
    },

    /** False if another request has used the token or code, or the mail was sent again. */
    async approve(
      { _id, tokenDigest = '' }: IpAuthorization,
      now: Date,
      transaction: StoreSession,
    ): Promise<boolean> {
      const unused = { _id, tokenDigest, ...unclaimed(now) }
      const used = { tokenDigest: 1, code: 1, number: 1, wrongNumbers: 1 } as const
      const change = { $set: { approvedAt: now }, $unset: used }
      return (await collection.updateOne(unused, change, { session: transaction })).modifiedCount === 1
    },

    /** False if another request is fetching it or has done so. */
    async claim(_id: string, now: Date): Promise<boolean> {
      const approved = { _id, approvedAt: { $exists: true }, result: absent, ...unclaimed(now) }
      return (await collection.updateOne(approved, { $set: { claimedAt: now } })).modifiedCount === 1
    },

    /** It can be fetched again. */
    async release(_id: string): Promise<void> {
      await collection.updateOne({ _id, result: absent }, { $unset: { claimedAt: 1 } })
    },

    /** False if the claim was lost. */
    async complete(
      { _id, claimedAt }: { _id: string; claimedAt: Date },
      completion: Completion,
      transaction: StoreSession,
    ): Promise<boolean> {
      const used = { client: 1, inviteCode: 1, deviceToken: 1 } as const
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
