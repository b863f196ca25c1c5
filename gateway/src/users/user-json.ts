import type { Account, User } from '@gatehouse/proto/gen/auth/v1/auth'
import { present } from '../http/present.ts'

/** What anyone may see of an account. */
export function userJson(user: User) {
  return {
    id: user.id,
    username: user.username,
    discriminator: user.discriminator,
    global_name: user.globalName ?? null,
    avatar: user.avatar ?? null,
    avatar_color: user.avatarColor ?? null,
    flags: Number(user.flags),
  }
}

/** What an owner sees of the account (contract.md 7 row 26). */
export function accountJson(account: Account) {
  return {
    ...userJson(present(account.user)),
    email: account.email ?? null,
    phone: account.phone ?? null,
    verified: account.verified,
    mfa_enabled: account.mfaEnabled,
    authenticator_types: account.authenticatorTypes,
    password_last_changed_at: account.passwordLastChangedAt?.toISOString() ?? null,
    required_actions: account.requiredActions,
    locale: account.locale ?? null,
    created_at: present(account.createdAt).toISOString(),
  }
}
