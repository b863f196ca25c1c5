import { type AccountRecord, Standing } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type Account, discriminatorText } from '../accounts/account.ts'
import { isBanned } from '../accounts/standing.ts'

/** An account as an operator sees it: no hash, no date of birth. Fails with UNKNOWN_USER when there is none. */
export function accountRecord(account: Account | null, now: number): AccountRecord {
  if (account === null) throw new ServiceError('UNKNOWN_USER')
  return {
    id: account.id,
    username: account.username,
    discriminator: discriminatorText(account),
    globalName: account.globalName ?? undefined,
    email: account.email ?? undefined,
    verified: account.verified,
    standing: standingOf(account, now),
    createdAt: account.createdAt,
    administrator: account.administrator,
    disabledUntil: isBanned(account, now) ? (account.disabledUntil ?? undefined) : undefined,
    deletionDueAt: account.deletionDueAt ?? undefined,
  }
}

/** The gravest of what is true of it. */
function standingOf(account: Account, now: number): Standing {
  if (isBanned(account, now)) return Standing.DISABLED
  if (account.deletionDueAt !== null) return Standing.LEAVING
  return account.closedAt === null ? Standing.ACTIVE : Standing.CLOSED
}
