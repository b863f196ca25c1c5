import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { type Connection, type Model, Schema } from 'mongoose'
import type { EmailedCode } from '../accounts/emailed-code.ts'

/**
 * A sign-in that waits until the owner of the account approves it, then until its client fetches it (`claimedAt`, `result`).
 */
export type IpAuthorization = {
  /** Digest of the ticket. */
  _id: string
  accountId: string
  /** accountState() when the sign-in was made: it ends if the account changes. */
  accountState: string
  addressPrefix: string
  /** Digest of address prefix and user agent. */
  device: string
  /** Digest of the network of the address and the user agent. This and the following are absent if an older version stored it. */
  network?: string
  /** Digest of the secret of the browser that waits. */
  waiter?: string
  /** Of the device cookie that the sign-in presented. */
  deviceId?: string
  client: Client
  inviteCode?: string
  /** Encrypted. */
  deviceToken?: string
  /** Two digits, which only the waiting client is shown. Absent if an older version stored the sign-in. */
  number?: string
  wrongNumbers?: number
  /** Digest of the newest token that was mailed. */
  tokenDigest?: string
  /** In the same mail. */
  code?: EmailedCode
  createdAt: Date
  expiresAt: Date
  resentAt?: Date
  /** Then token, code and number are gone. */
  approvedAt?: Date
  /** Since when a request has been creating the session. */
  claimedAt?: Date
  /** The session, encrypted. */
  result?: string
  sessionIdHash?: string
}

const schema = new Schema<IpAuthorization>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    accountState: { type: String, required: true },
    addressPrefix: { type: String, required: true },
    device: { type: String, required: true },
    network: String,
    waiter: String,
    deviceId: String,
    client: Schema.Types.Mixed,
    inviteCode: String,
    deviceToken: String,
    number: String,
    wrongNumbers: Number,
    tokenDigest: String,
    code: Schema.Types.Mixed,
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    resentAt: Date,
    approvedAt: Date,
    claimedAt: Date,
    result: String,
    sessionIdHash: String,
  },
  { versionKey: false },
)
schema.index({ accountId: 1, addressPrefix: 1 })
schema.index({ tokenDigest: 1 }, { partialFilterExpression: { tokenDigest: { $exists: true } } })
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const collectionName = 'ip_authorizations'

export function ipAuthorizationModel(connection: Connection): Model<IpAuthorization> {
  return connection.model<IpAuthorization>('IpAuthorization', schema, collectionName)
}
