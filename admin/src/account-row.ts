import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import { type AccountRecord, AccountStatus } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { Row } from './row.ts'

const statuses: Record<AccountStatus, string> = {
  [AccountStatus.UNSPECIFIED]: 'unknown',
  [AccountStatus.ACTIVE]: 'active',
  [AccountStatus.DISABLED]: 'disabled',
  [AccountStatus.CLOSED]: 'closed by its owner',
  [AccountStatus.PENDING_DELETION]: 'deleted by its owner',
}

const factors: Readonly<Partial<Record<AuthenticatorType, string>>> = {
  [AuthenticatorType.TOTP]: 'totp',
  [AuthenticatorType.SMS]: 'sms',
  [AuthenticatorType.WEBAUTHN]: 'webauthn',
}

export function accountRow(account: AccountRecord): Row {
  return {
    id: account.id,
    email: account.email ?? null,
    username: account.username,
    discriminator: account.discriminator,
    global_name: account.globalName ?? null,
    verified: account.verified,
    administrator: account.administrator,
    second_factors: account.authenticatorTypes.flatMap((type) => factors[type] ?? []),
    sso_issuer: account.ssoIssuer ?? null,
    sso_subject: account.ssoSubject ?? null,
    status: statuses[account.status],
    disabled_until: account.disabledUntil?.toISOString() ?? null,
    deletion_due_at: account.deletionDueAt?.toISOString() ?? null,
    created_at: account.createdAt?.toISOString() ?? null,
  }
}
