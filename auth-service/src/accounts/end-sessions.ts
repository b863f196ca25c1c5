import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { CallOptions } from '@gatehouse/service-kit/grpc/connect'
import type { AuthContext } from '../context.ts'
import type { PendingRevocation } from './pending-revocation.ts'

type Spared = { exceptIdHash?: string | undefined; createdUntil?: Date }

/** Not cancelled with the call, because the change that requires it is stored. */
export async function endSessions(
  ctx: Pick<AuthContext, 'sessions'>,
  accountId: string,
  { requestId }: Pick<CallOptions, 'requestId'>,
  { exceptIdHash, createdUntil }: Spared = {},
): Promise<void> {
  try {
    await ctx.sessions.revokeAll({ accountId, exceptIdHash, createdUntil }, { requestId })
  } catch (cause) {
    throw unavailable(cause)
  }
}

/**
 * Ends every session there is, also those created while the change was being stored: the clocks of session-service and of this
 * process may differ. If it fails, the sweeper ends them.
 */
export async function settleRevocation(
  ctx: Pick<AuthContext, 'accounts' | 'sessions'>,
  accountId: string,
  { id, exceptIdHash }: PendingRevocation,
  call: Pick<CallOptions, 'requestId'>,
): Promise<void> {
  await endSessions(ctx, accountId, call, { exceptIdHash })
  await ctx.accounts.settleRevocations(accountId, [id])
}
