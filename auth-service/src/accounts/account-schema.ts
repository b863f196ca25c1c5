import { mapFields, type ProfileField, profileFieldNames } from '@gatehouse/proto/profile-fields'
import { type Connection, type Model, Schema } from 'mongoose'
import type { Phone } from './account.ts'
import type { EmailChange, PendingRevert } from './email-change.ts'
import type { EmailedTokens } from './emailed-token.ts'
import type { Factors } from './factors.ts'
import type { PendingRevocation } from './pending-revocation.ts'
import type { SsoLink } from './sso-link.ts'

/** Of a deleted account only the id, the status and its dates remain. */
export type AccountDocument = Partial<Record<ProfileField, string>> & {
  _id: string
  username?: string
  usernameKey?: string
  discriminator?: number
  email?: string
  emailKey?: string
  verified?: boolean
  passwordHash?: string
  passwordChangedAt?: Date
  signInsEndedAt?: Date
  dateOfBirth?: string
  phone?: Phone
  administrator?: true
  status: 'active' | 'disabled' | 'deleted'
  disabledUntil?: Date
  closedAt?: Date
  deletionDueAt?: Date
  /** One per change whose sessions have not ended yet: settling one must not settle another. */
  pendingRevocations?: PendingRevocation[]
  emailedTokens?: EmailedTokens
  emailChange?: EmailChange
  /** One per change within the last 72 hours, oldest first. */
  emailReverts?: PendingRevert[]
  factors?: Factors
  sso?: SsoLink
  createdAt?: Date
  importedAt?: Date
  externalId?: string
  deletedAt?: Date
  /** When to anonymise the audit records of a deleted account; unset afterwards. */
  anonymiseAt?: Date
}

const schema = new Schema<AccountDocument>(
  {
    _id: { type: String, required: true },
    username: String,
    usernameKey: String,
    discriminator: Number,
    ...mapFields(profileFieldNames, () => String),
    email: String,
    emailKey: String,
    verified: Boolean,
    passwordHash: String,
    passwordChangedAt: Date,
    signInsEndedAt: Date,
    dateOfBirth: String,
    phone: { type: { _id: false, number: String, verifiedAt: Date }, default: undefined },
    administrator: Boolean,
    status: { type: String, enum: ['active', 'disabled', 'deleted'], required: true },
    disabledUntil: Date,
    closedAt: Date,
    deletionDueAt: Date,
    pendingRevocations: {
      type: [{ _id: false, id: String, since: Date, exceptIdHash: String }],
      default: undefined,
    },
    emailedTokens: Schema.Types.Mixed,
    emailChange: Schema.Types.Mixed,
    emailReverts: { type: [Schema.Types.Mixed], default: undefined },
    factors: Schema.Types.Mixed,
    sso: {
      type: { _id: false, issuer: String, subject: String, own: Boolean, noAuthTime: Boolean },
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

schema.index({ emailKey: 1 }, { unique: true, partialFilterExpression: { emailKey: { $exists: true } } })

schema.index(
  { 'phone.number': 1 },
  { unique: true, partialFilterExpression: { 'phone.number': { $exists: true } } },
)

/** Serves drawing a discriminator without reading documents, and makes tags unique. */
schema.index(
  { usernameKey: 1, discriminator: 1 },
  { unique: true, partialFilterExpression: { usernameKey: { $exists: true } } },
)

/** Allows one account per account of another system, also for concurrent imports. */
schema.index({ externalId: 1 }, { unique: true, partialFilterExpression: { externalId: { $exists: true } } })

/** Uniqueness over accounts; one account is checked by the update that adds a passkey. */
schema.index(
  { 'factors.passkeys.id': 1 },
  { unique: true, partialFilterExpression: { 'factors.passkeys.id': { $exists: true } } },
)

schema.index(
  { 'sso.issuer': 1, 'sso.subject': 1 },
  { unique: true, partialFilterExpression: { 'sso.subject': { $exists: true } } },
)

schema.index({ deletionDueAt: 1 }, { partialFilterExpression: { deletionDueAt: { $exists: true } } })
schema.index({ anonymiseAt: 1 }, { partialFilterExpression: { anonymiseAt: { $exists: true } } })
schema.index(
  { 'pendingRevocations.since': 1 },
  { partialFilterExpression: { 'pendingRevocations.since': { $exists: true } } },
)

for (const field of [
  'emailedTokens.verification.digest',
  'emailedTokens.reset.digest',
  'emailedTokens.disowning.digest',
  'emailChange.expiresAt',
  'emailReverts.digest',
  'emailReverts.email.key',
  'emailReverts.expiresAt',
])
  schema.index({ [field]: 1 }, { partialFilterExpression: { [field]: { $exists: true } } })

export function accountModel(connection: Connection): Model<AccountDocument> {
  return connection.model<AccountDocument>('Account', schema, 'accounts')
}
