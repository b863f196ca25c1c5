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
  standing: 'active' | 'disabled'
  createdAt: Date
}

/** The discriminator as people see it: four digits. */
export function discriminatorText(account: Pick<Account, 'discriminator'>): string {
  return String(account.discriminator).padStart(4, '0')
}
