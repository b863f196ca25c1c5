import { type Connection, type Model, Schema } from 'mongoose'
import type { PendingRevocation } from './pending-revocation.ts'

/** How an account lies in MongoDB; of a deleted one only the id, its standing and its dates stay. */
export type AccountDocument = {
  _id: string
  username?: string
  usernameKey?: string
  discriminator?: number
  globalName?: string
  email?: string
  emailKey?: string
  verified?: boolean
  passwordHash?: string
  passwordChangedAt?: Date
  dateOfBirth?: string
  locale?: string
  administrator?: true
  status: 'active' | 'disabled' | 'deleted'
  disabledUntil?: Date
  closedAt?: Date
  deletionDueAt?: Date
  /** One for each change whose sessions have not ended yet: settling one must not settle another. */
  pendingRevocations?: PendingRevocation[]
  createdAt?: Date
  /** When it came from another system, and what that one called it. */
  importedAt?: Date
  externalId?: string
  deletedAt?: Date
  /** When audit records of a deleted account are to be anonymised; gone once they are. */
  anonymiseAt?: Date
}

const schema = new Schema<AccountDocument>(
  {
    _id: { type: String, required: true },
    username: String,
    usernameKey: String,
    discriminator: Number,
    globalName: String,
    email: String,
    emailKey: String,
    verified: Boolean,
    passwordHash: String,
    passwordChangedAt: Date,
    dateOfBirth: String,
    locale: String,
    administrator: Boolean,
    status: { type: String, enum: ['active', 'disabled', 'deleted'], required: true },
    disabledUntil: Date,
    closedAt: Date,
    deletionDueAt: Date,
    pendingRevocations: {
      type: [{ _id: false, id: String, since: Date, exceptIdHash: String }],
      default: undefined,
    },
    createdAt: Date,
    importedAt: Date,
    externalId: String,
    deletedAt: Date,
    anonymiseAt: Date,
  },
  { versionKey: false },
)

/** Serves finding by email, and makes racing registrations of one address one account (contract.md 3). */
schema.index({ emailKey: 1 }, { unique: true, partialFilterExpression: { emailKey: { $exists: true } } })

/** Serves drawing a discriminator without reading a document, and keeps name and number unique together. */
schema.index(
  { usernameKey: 1, discriminator: 1 },
  { unique: true, partialFilterExpression: { usernameKey: { $exists: true } } },
)

/** Keeps an account of another system one account, also of two imports at once. */
schema.index({ externalId: 1 }, { unique: true, partialFilterExpression: { externalId: { $exists: true } } })

/** Serve the sweeper; they hold the few accounts that are about to go, or are gone. */
schema.index({ deletionDueAt: 1 }, { partialFilterExpression: { deletionDueAt: { $exists: true } } })
schema.index({ anonymiseAt: 1 }, { partialFilterExpression: { anonymiseAt: { $exists: true } } })
schema.index(
  { 'pendingRevocations.since': 1 },
  { partialFilterExpression: { 'pendingRevocations.since': { $exists: true } } },
)

/** The collection of accounts on a connection. Its indexes are created by migrate.ts alone. */
export function accountModel(connection: Connection): Model<AccountDocument> {
  return connection.model<AccountDocument>('Account', schema, 'accounts')
}
