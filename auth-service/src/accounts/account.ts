import type { ProfileField } from '@gatehouse/proto/profile-fields'
import type { Factors } from './factors.ts'
import type { SsoLink } from './sso-link.ts'

/** In E.164. */
export type Phone = { number: string; verifiedAt: Date }

/** The store does not return deleted accounts. */
export type Account = Record<ProfileField, string | null> & {
  id: string
  username: string
  /** 1-9999; with the lower-cased username it is unique. */
  discriminator: number
  /** As typed, with a normalised domain. */
  email: string | null
  verified: boolean
  passwordHash: string | null
  passwordChangedAt: Date | null
  dateOfBirth: string
  phone: Phone | null
  administrator: boolean
  /** `disabled` means suspended by an operator; an owner closes the account (`closedAt`). */
  status: 'active' | 'disabled'
  /** When a suspension ends; null without one and for a permanent one. */
  disabledUntil: Date | null
  closedAt: Date | null
  /** When it was suspended or closed last: sign-ins that began before are over, also after that is undone. */
  signInsEndedAt: Date | null
  deletionDueAt: Date | null
  factors: Factors
  /** The person at the identity provider; null without single sign-on. */
  sso: SsoLink | null
  /** Null unless an operator imported the account. */
  importedAt: Date | null
  createdAt: Date
}

export function discriminatorText(account: Pick<Account, 'discriminator'>): string {
  return String(account.discriminator).padStart(4, '0')
}

/**
 * Whether somebody else who proves the address takes it from the account: nobody has confirmed it, neither its owner with a token of a
 * mail, nor an identity provider, nor an operator.
 */
export function hasUnprovedEmail({ email, verified, sso, importedAt, administrator }: Account): boolean {
  return (
    email !== null && !verified && (sso === null || sso.own === true) && importedAt === null && !administrator
  )
}
