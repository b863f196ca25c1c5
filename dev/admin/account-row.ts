import { type AccountRecord, Standing } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { Row } from './row.ts'

const standings: Record<Standing, string> = {
  [Standing.UNSPECIFIED]: 'unknown',
  [Standing.ACTIVE]: 'active',
  [Standing.DISABLED]: 'disabled',
  [Standing.CLOSED]: 'closed by its owner',
  [Standing.LEAVING]: 'deleted by its owner',
}

/** An account as operators see it. */
export function accountRow(account: AccountRecord): Row {
  return {
    id: account.id,
    email: account.email ?? null,
    username: account.username,
    discriminator: account.discriminator,
    global_name: account.globalName ?? null,
    verified: account.verified,
    administrator: account.administrator,
    standing: standings[account.standing],
    disabled_until: account.disabledUntil?.toISOString() ?? null,
    deletion_due_at: account.deletionDueAt?.toISOString() ?? null,
    created_at: account.createdAt?.toISOString() ?? null,
  }
}
