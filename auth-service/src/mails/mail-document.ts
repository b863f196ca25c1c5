import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import { type Connection, type Model, type mongo, Schema } from 'mongoose'
import type { MailKind } from './mail-kinds.ts'

export type MailState = 'pending' | 'sent' | 'dead'

export type MailDocument = {
  /** A padded snowflake (ids/sortable-id.ts). */
  _id: string
  kind: MailKind
  /** Empty if the account is looked up when the mail is sent. */
  accountId: string
  state: MailState
  /** MailContent, encrypted; removed once it is not needed to send the mail. */
  sealed?: string
  /** Stays the same over all attempts, so that a receiver can recognize a repetition. */
  messageId: string
  createdAt: Date
  /** End of the lifetime. */
  expiresAt: Date
  attempts: number
  /** The next attempt, or the end of the lease of the process that is sending. */
  dueAt: Date
  owner?: string
  /** Of the last failed attempt. Contains no text of the server, which may name the recipient. */
  failure?: string
  settledAt?: Date
  removeAt?: Date
}

const schema = new Schema<MailDocument>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    accountId: { type: String, required: true },
    state: { type: String, enum: ['pending', 'sent', 'dead'], required: true },
    sealed: String,
    messageId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    attempts: { type: Number, required: true },
    dueAt: { type: Date, required: true },
    owner: String,
    failure: String,
    settledAt: Date,
    removeAt: Date,
  },
  { versionKey: false },
)

const pending = { partialFilterExpression: { state: 'pending' } }
schema.index({ state: 1, dueAt: 1 }, pending)
schema.index({ state: 1, createdAt: 1 }, pending)
schema.index({ state: 1, _id: -1 })
schema.index({ accountId: 1 })
schema.index({ removeAt: 1 }, { expireAfterSeconds: 0 })

const collectionName = 'mails'

export function mailModel(connection: Connection): Model<MailDocument> {
  return connection.model<MailDocument>('Mail', schema, collectionName)
}

export function mailCollection(connection: Connection): mongo.Collection<MailDocument> {
  return driverCollection<MailDocument>(connection.collection(collectionName))
}
