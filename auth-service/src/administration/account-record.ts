import { type AccountRecord, Standing } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type Account, discriminatorText } from '../accounts/account.ts'

const standings = {
  active: Standing.ACTIVE,
  disabled: Standing.DISABLED,
} as const

/** An account as an operator sees it: no hash, no date of birth. Fails with UNKNOWN_USER when there is none. */
export function accountRecord(account: Account | null): AccountRecord {
  if (account === null) throw new ServiceError('UNKNOWN_USER')
  return {
    id: account.id,
    username: account.username,
    discriminator: discriminatorText(account),
    globalName: account.globalName ?? undefined,
    email: account.email ?? undefined,
    verified: account.verified,
    standing: standings[account.standing],
    createdAt: account.createdAt,
    administrator: account.administrator,
  }
}
