import type { Account } from './account.ts'
import type { AccountDocument } from './account-schema.ts'
import type { EmailAddress } from './email-address.ts'
import type { SsoLink } from './sso-link.ts'

export const newAccountDefaults = {
  phone: null,
  locale: null,
  administrator: false,
  disabledUntil: null,
  closedAt: null,
  deletionDueAt: null,
  factors: {},
  sso: null,
  importedAt: null,
} as const satisfies Partial<Account>

export type NewAccount = Omit<Account, 'discriminator' | 'email' | keyof typeof newAccountDefaults> & {
  email: EmailAddress | null
  sso?: SsoLink
}

/** Omits fields without a value, so that the partial indexes do not contain them. */
export function toDocument({ id, email, ...account }: NewAccount) {
  const { globalName, passwordHash, passwordChangedAt, ...always } = account
  return {
    _id: id,
    usernameKey: account.username.toLowerCase(),
    ...always,
    ...(email && { email: email.address, emailKey: email.key }),
    ...(globalName !== null && { globalName }),
    ...(passwordHash !== null && { passwordHash }),
    ...(passwordChangedAt !== null && { passwordChangedAt }),
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
    globalName: document.globalName ?? null,
    email: document.email ?? null,
    verified: document.verified ?? false,
    passwordHash: document.passwordHash ?? null,
    passwordChangedAt: document.passwordChangedAt ?? null,
    phone: document.phone ?? null,
    locale: document.locale ?? null,
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
