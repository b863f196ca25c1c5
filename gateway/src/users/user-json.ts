import { type Account, AuthenticatorType, SsoLinkedBy, type User } from '@gatehouse/proto/gen/auth/v1/auth'
import { requireField } from '../http/require-field.ts'
import { profileJson } from '../schemas/profile-fields.ts'

/** The values of the API, which start at 0. */
const authenticatorNumbers: Readonly<Partial<Record<AuthenticatorType, number>>> = {
  [AuthenticatorType.TOTP]: 0,
  [AuthenticatorType.SMS]: 1,
  [AuthenticatorType.WEBAUTHN]: 2,
}

const linkNames: Readonly<Partial<Record<SsoLinkedBy, 'provider' | 'own'>>> = {
  [SsoLinkedBy.PROVIDER]: 'provider',
  [SsoLinkedBy.OWNER]: 'own',
}

export function userJson(user: User) {
  return {
    id: user.id,
    username: user.username,
    discriminator: user.discriminator,
    ...profileJson('everyone', user),
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
    authenticator_types: account.authenticatorTypes.flatMap((type) => authenticatorNumbers[type] ?? []),
    has_password: account.hasPassword,
    require_passkey: account.requiresPasskey,
    sso_link: linkNames[account.ssoLinkedBy] ?? null,
    password_last_changed_at: account.passwordLastChangedAt?.toISOString() ?? null,
    required_actions: [],
    ...profileJson('owner', account),
    created_at: requireField(account.createdAt).toISOString(),
  }
}
