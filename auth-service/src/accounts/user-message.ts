import type { Account as AccountMessage, User } from '@gatehouse/proto/gen/auth/v1/auth'
import { type Account, discriminatorText } from './account.ts'

/** What anyone may see of an account. */
export function userMessage(account: Account): User {
  return {
    id: account.id,
    username: account.username,
    discriminator: discriminatorText(account),
    globalName: account.globalName ?? undefined,
    flags: '0',
  }
}

/** What stands where an account is gone (contract.md 8 row 16). */
export function deletedUserMessage(id: string): User {
  return { id, username: 'Deleted User', discriminator: '0000', flags: '0' }
}

/** What its owner sees of an account (contract.md 7 row 26). */
export function accountMessage(account: Account): AccountMessage {
  return {
    user: userMessage(account),
    email: account.email ?? undefined,
    verified: account.verified,
    mfaEnabled: false,
    authenticatorTypes: [],
    passwordLastChangedAt: account.passwordChangedAt ?? undefined,
    requiredActions: [],
    locale: account.locale ?? undefined,
    createdAt: account.createdAt,
  }
}
