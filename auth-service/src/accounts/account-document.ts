import { mapFields, type ProfileField, profileFieldNames } from '@gatehouse/proto/profile-fields'
import type { Account } from './account.ts'
import type { AccountDocument } from './account-schema.ts'
import type { EmailAddress } from './email-address.ts'
import type { SsoLink } from './sso-link.ts'

export const newAccountDefaults = {
  ...mapFields(profileFieldNames, () => null),
  phone: null,
  administrator: false,
  disabledUntil: null,
  closedAt: null,
  signInsEndedAt: null,
  deletionDueAt: null,
  factors: {},
  sso: null,
  importedAt: null,
} as const satisfies Partial<Account>

export type NewAccount = Omit<Account, 'discriminator' | 'email' | keyof typeof newAccountDefaults> &
  Partial<Record<ProfileField, string | null>> & {
    email: EmailAddress | null
    sso?: SsoLink
  }

/** Omits fields without a value, so that the partial indexes do not contain them. */
export function toDocument({ id, email, status, ...account }: NewAccount) {
  return {
    _id: id,
    status,
    usernameKey: account.username.toLowerCase(),
    ...present(account),
    ...(email && { email: email.address, emailKey: email.key }),
  }
}

function present<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  // Each value has the type of its name, and null and undefined are removed.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>
  }
}

/** null for no document and for an erased account. */
export function fromDocument(document: AccountDocument | null): Account | null {
  if (document === null || document.status === 'deleted') return null
  const { _id, username = '', discriminator = 0, dateOfBirth = '', status } = document
  return {
    id: _id,
    username,
    discriminator,
    dateOfBirth,
    status,
    ...mapFields(profileFieldNames, (field) => document[field] ?? null),
    email: document.email ?? null,
    verified: document.verified ?? false,
    passwordHash: document.passwordHash ?? null,
    passwordChangedAt: document.passwordChangedAt ?? null,
    signInsEndedAt: document.signInsEndedAt ?? null,
    phone: document.phone ?? null,
    administrator: document.administrator ?? false,
    disabledUntil: document.disabledUntil ?? null,
    closedAt: document.closedAt ?? null,
    deletionDueAt: document.deletionDueAt ?? null,
    factors: document.factors ?? {},
    sso: document.sso ?? null,
    importedAt: document.importedAt ?? null,
    createdAt: document.createdAt ?? new Date(0),
  }
}
