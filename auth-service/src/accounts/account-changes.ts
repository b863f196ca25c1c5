import mongoose from 'mongoose'
import type { EmailAddress } from './email-address.ts'
import type { PendingRevocation } from './pending-revocation.ts'

/** What is to be changed of an account; what is absent stays, null takes away. */
export type AccountChanges = {
  tag?: { username: string; discriminator: number }
  globalName?: string | null
  locale?: string | null
  /** Of an account that has none. */
  email?: EmailAddress
  /** In place of the hash that was looked at; null when there was none. */
  password?: { hash: string; instead: string | null; revocation: PendingRevocation }
}

/** What has to be true of the account still, beside its being there. */
export function conditionOf({ email, password }: AccountChanges) {
  const absent = mongoose.trusted({ $exists: false })
  return {
    status: mongoose.trusted({ $ne: 'deleted' as const }),
    ...(email && { emailKey: absent }),
    ...(password && { passwordHash: password.instead ?? absent }),
  }
}

/** The changes as MongoDB takes them. */
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
      ...(globalName === null && { globalName: 1 as const }),
      ...(locale === null && { locale: 1 as const }),
    },
  }
}
