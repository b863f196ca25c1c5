import { mapFields, type ProfileField, profileFieldNames } from '@gatehouse/proto/profile-fields'
import mongoose from 'mongoose'
import type { EmailAddress } from './email-address.ts'
import type { PendingRevert } from './email-change.ts'
import type { PendingRevocation } from './pending-revocation.ts'

/** Absent fields stay as they are, null removes them. */
export type AccountChanges = Partial<Record<ProfileField, string | null>> & {
  tag?: { username: string; discriminator: number }
  /** The first address. */
  email?: EmailAddress
  /**
   * Replaces the address with the key `previous`, which `revert` restores. `token` is the digest of the proof of the new one; null if an
   * operator vouches for it.
   */
  newEmail?: {
    email: EmailAddress
    previous: string | null
    token: string | null
    revert: PendingRevert | null
    revocation: PendingRevocation
  }
  /**
   * Replaces the hash `previous`, which was checked; null if there was none. `keepsReset`: nobody proved the address, so that a link that
   * resets the password stays valid: otherwise whoever registered the address of somebody else could keep its owner out.
   */
  password?: { hash: string; previous: string | null; keepsReset?: boolean; revocation: PendingRevocation }
}

export function filterOf({ email, newEmail, password }: AccountChanges) {
  const absent = mongoose.trusted({ $exists: false })
  return {
    status: mongoose.trusted({ $ne: 'deleted' as const }),
    ...(email && { emailKey: absent }),
    ...(newEmail && {
      emailKey: newEmail.previous ?? absent,
      ...(newEmail.token !== null && {
        'emailChange.token.digest': newEmail.token,
        'emailChange.token.expiresAt': mongoose.trusted({ $gt: newEmail.revocation.since }),
      }),
    }),
    ...(password && { passwordHash: password.previous ?? absent }),
  }
}

export function updateOf({ tag, email, newEmail, password, ...profile }: AccountChanges) {
  const set = profileFieldNames.filter((field) => profile[field])
  const cleared = profileFieldNames.filter((field) => profile[field] === null)
  const address = email ?? newEmail?.email
  const revocation = password?.revocation ?? newEmail?.revocation
  return {
    $set: {
      ...(tag && { ...tag, usernameKey: tag.username.toLowerCase() }),
      ...mapFields(set, (field) => profile[field] ?? ''),
      ...(address && { email: address.address, emailKey: address.key, verified: newEmail !== undefined }),
      ...(password && { passwordHash: password.hash, passwordChangedAt: password.revocation.since }),
      ...(revocation && !revocation.exceptIdHash && { pendingRevocations: [revocation] }),
    },
    $push: {
      ...(revocation?.exceptIdHash && { pendingRevocations: revocation }),
      ...(newEmail?.revert && { emailReverts: newEmail.revert }),
    },
    $unset: {
      // Emailed tokens belong to the address they were sent to.
      ...(address && { emailedTokens: 1 as const }),
      ...(password && !password.keepsReset && !address && { 'emailedTokens.reset': 1 as const }),
      ...(newEmail?.token != null && { 'emailChange.token': 1 as const, 'emailChange.newEmail': 1 as const }),
      ...((newEmail?.token === null || (password && !newEmail)) && { emailChange: 1 as const }),
      ...mapFields(cleared, () => 1 as const),
    },
  }
}
