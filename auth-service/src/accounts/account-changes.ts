import mongoose from 'mongoose'
import type { EmailAddress } from './email-address.ts'
import type { PendingRevocation } from './pending-revocation.ts'

/** Absent fields stay as they are, null removes them. */
export type AccountChanges = {
  tag?: { username: string; discriminator: number }
  globalName?: string | null
  locale?: string | null
  email?: EmailAddress
  /** Replaces the hash `previous`, which was checked; null if there was none. */
  password?: { hash: string; previous: string | null; revocation: PendingRevocation }
}

export function filterOf({ email, password }: AccountChanges) {
  const absent = mongoose.trusted({ $exists: false })
  return {
    status: mongoose.trusted({ $ne: 'deleted' as const }),
    ...(email && { emailKey: absent }),
    ...(password && { passwordHash: password.previous ?? absent }),
  }
}

export function updateOf({ tag, globalName, locale, email, password }: AccountChanges) {
  return {
    $set: {
      ...(tag && { ...tag, usernameKey: tag.username.toLowerCase() }),
      ...(globalName && { globalName }),
      ...(locale && { locale }),
      ...(email && { email: email.address, emailKey: email.key, verified: false }),
      ...(password && {
        passwordHash: password.hash,
        passwordChangedAt: password.revocation.since,
        ...(!password.revocation.exceptIdHash && { pendingRevocations: [password.revocation] }),
      }),
    },
    ...(password?.revocation.exceptIdHash && { $push: { pendingRevocations: password.revocation } }),
    $unset: {
      // Emailed tokens belong to the address they were sent to.
      ...(email && { emailedTokens: 1 as const }),
      ...(password && !email && { 'emailedTokens.reset': 1 as const }),
      ...(globalName === null && { globalName: 1 as const }),
      ...(locale === null && { locale: 1 as const }),
    },
  }
}
