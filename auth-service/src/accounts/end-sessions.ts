import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { CallOptions } from '@gatehouse/service-kit/grpc/connect'
import type { AuthContext } from '../context.ts'
import type { PendingRevocation } from './pending-revocation.ts'

/**
 * Ends every session of an account, but the one named; also when the caller is gone, since what they are to end with is done.
 * Fails with SERVICE_UNAVAILABLE whatever stood in the way: the caller is to try again.
 */
export async function endSessions(
  ctx: Pick<AuthContext, 'sessions'>,
  accountId: string,
  { requestId }: Pick<CallOptions, 'requestId'>,
  exceptIdHash = '',
): Promise<void> {
  try {
    await ctx.sessions.revokeAll({ accountId, exceptIdHash }, { requestId })
  } catch (cause) {
    throw unavailable(cause)
  }
}

/** Ends the sessions that a stored change requires to end. Fails with SERVICE_UNAVAILABLE; the sweeper then ends them. */
export async function settleRevocation(
  ctx: Pick<AuthContext, 'accounts' | 'sessions'>,
  accountId: string,
  { id }: PendingRevocation,
  call: Pick<CallOptions, 'requestId'>,
  exceptIdHash = '',
): Promise<void> {
  await endSessions(ctx, accountId, call, exceptIdHash)
  await ctx.accounts.settleRevocations(accountId, [id])
}
