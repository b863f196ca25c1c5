import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { type Connection, type Model, Schema } from 'mongoose'

/** A sign-in that waits until the owner of the account authorizes its address. */
export type IpAuthorization = {
  /** Digest of the ticket. */
  _id: string
  accountId: string
  /** accountState() when the sign-in was made: it ends if the account changes. */
  accountState: string
  addressPrefix: string
  /** Digest of address prefix and user agent: only this client gets the session. */
  device: string
  client: Client
  inviteCode?: string
  /** Encrypted. */
  deviceToken?: string
  /** Two digits, which only the waiting client is shown. Absent if an older version stored the sign-in. */
  number?: string
  wrongNumbers?: number
  /** Digest of the newest token that was mailed. */
  tokenDigest?: string
  createdAt: Date
  expiresAt: Date
  resentAt?: Date
  /** Since when a request with the token has been creating the session. */
  claimedAt?: Date
  /** The session, encrypted. */
  result?: string
}

const schema = new Schema<IpAuthorization>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    accountState: { type: String, required: true },
    addressPrefix: { type: String, required: true },
    device: { type: String, required: true },
    client: Schema.Types.Mixed,
    inviteCode: String,
    deviceToken: String,
    number: String,
    wrongNumbers: Number,
    tokenDigest: String,
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    resentAt: Date,
    claimedAt: Date,
    result: String,
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
