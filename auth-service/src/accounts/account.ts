/** An account as this service knows it. Deleted ones are no accounts any more: the store does not find them. */
export type Account = {
  id: string
  username: string
  /** 1-9999; with the lower-cased username it is unique. */
  discriminator: number
  globalName: string | null
  /** As typed, its domain normalised. */
  email: string | null
  verified: boolean
  passwordHash: string | null
  passwordChangedAt: Date | null
  /** YYYY-MM-DD. */
  dateOfBirth: string
  /** A language tag of BCP 47, in its canonical form. */
  locale: string | null
  /** Whether it may use the routes of administrators. */
  administrator: boolean
  /** What operators say of it; its owner's own word is `closedAt`. */
  status: 'active' | 'disabled'
  /** When an operator's ban ends by itself; null while there is none, and for one that never does. */
  disabledUntil: Date | null
  /** When its owner closed it; the next sign-in opens it again. */
  closedAt: Date | null
  /** When it is erased, because its owner deleted it; a sign-in before calls that off. */
  deletionDueAt: Date | null
  createdAt: Date
}

/** The discriminator as people see it: four digits. */
export function discriminatorText(account: Pick<Account, 'discriminator'>): string {
  return String(account.discriminator).padStart(4, '0')
}
