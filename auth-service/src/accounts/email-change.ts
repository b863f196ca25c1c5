import type { EmailAddress } from './email-address.ts'

/** The newest change of address that was started; it replaces the one before. All secrets are stored as digests. */
export type EmailChange = {
  ticket: string
  expiresAt: Date
  /** Increases with each update, so that of concurrent requests one is stored. */
  revision: number
  wrongCodes: number
  /** Whether the current address is verified, so that a code sent to it is required. */
  requiresOriginal: boolean
  originalCode?: SentCode
  /** Set once the current address is proved, or from the start if that is not required. */
  originalProof?: string
  newEmail?: EmailAddress
  newCode?: SentCode
  isCompleted: boolean
  /** Proves the new address. */
  token?: { digest: string; expiresAt: Date }
}

export type SentCode = { digest: string; sentAt: Date; expiresAt: Date }

/** An address that a mailed token restores. */
export type PendingRevert = {
  digest: string
  email: EmailAddress
  /** Absent in reverts of older versions, whose address counts as verified. */
  wasVerified?: boolean
  changedAt: Date
  expiresAt: Date
}

/** Whether no other account can use the address. One that nobody had proved may belong to somebody else. */
export const isReserved = ({ wasVerified, expiresAt }: PendingRevert, now: Date): boolean =>
  wasVerified !== false && expiresAt > now
