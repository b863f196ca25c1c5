import { type AccountRecord, AccountStatus } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type Account, discriminatorText } from '../accounts/account.ts'
import { isSuspended } from '../accounts/account-status.ts'
import { factorMethods } from '../accounts/factors.ts'

export function accountRecord(account: Account | null, now: number): AccountRecord {
  if (account === null) throw new ServiceError('UNKNOWN_USER')
  return {
    id: account.id,
    username: account.username,
    discriminator: discriminatorText(account),
    globalName: account.globalName ?? undefined,
    email: account.email ?? undefined,
    verified: account.verified,
    status: statusOf(account, now),
    createdAt: account.createdAt,
    administrator: account.administrator,
    disabledUntil: isSuspended(account, now) ? (account.disabledUntil ?? undefined) : undefined,
    deletionDueAt: account.deletionDueAt ?? undefined,
    authenticatorTypes: factorMethods(account),
    ssoIssuer: account.sso?.issuer,
    ssoSubject: account.sso?.subject,
  }
}

function statusOf(account: Account, now: number): AccountStatus {
  if (isSuspended(account, now)) return AccountStatus.DISABLED
  if (account.deletionDueAt !== null) return AccountStatus.PENDING_DELETION
  return account.closedAt === null ? AccountStatus.ACTIVE : AccountStatus.CLOSED
}
