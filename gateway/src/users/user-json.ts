import type { Account, User } from '@gatehouse/proto/gen/auth/v1/auth'
import { requireField } from '../http/require-field.ts'

export function userJson(user: User) {
  return {
    id: user.id,
    username: user.username,
    discriminator: user.discriminator,
    global_name: user.globalName ?? null,
    avatar: user.avatar ?? null,
    avatar_color: user.avatarColor ?? null,
    flags: user.flags,
  }
}

export function accountJson(account: Account) {
  return {
    ...userJson(requireField(account.user)),
    email: account.email ?? null,
    phone: account.phone ?? null,
    verified: account.verified,
    mfa_enabled: account.mfaEnabled,
    authenticator_types: account.authenticatorTypes,
    password_last_changed_at: account.passwordLastChangedAt?.toISOString() ?? null,
    required_actions: account.requiredActions,
    locale: account.locale ?? null,
    created_at: requireField(account.createdAt).toISOString(),
  }
}
