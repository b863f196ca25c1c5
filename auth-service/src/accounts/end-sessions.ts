import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { CallOptions } from '@gatehouse/service-kit/grpc/connect'
import type { AuthContext } from '../context.ts'
import type { PendingRevocation } from './pending-revocation.ts'

/** Sessions that stay: the one named, and those created later. */
type Spared = { exceptIdHash?: string | undefined; createdUntil?: Date }

/**
 * Ends every session of an account but those spared; also when the caller is gone, since what they are to end with is done.
 * Fails with SERVICE_UNAVAILABLE whatever stood in the way: the caller is to try again.
 */
export async function endSessions(
  ctx: Pick<AuthContext, 'sessions'>,
  accountId: string,
  { requestId }: Pick<CallOptions, 'requestId'>,
  { exceptIdHash = '', createdUntil }: Spared = {},
): Promise<void> {
  try {
    await ctx.sessions.revokeAll({ accountId, exceptIdHash, createdUntil }, { requestId })
  } catch (cause) {
    throw unavailable(cause)
  }
}

/**
 * Ends the sessions that a stored change requires to end, with those that a sign-in before it made while it was being stored.
 * Fails with SERVICE_UNAVAILABLE; the sweeper then ends them.
 */
export async function settleRevocation(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'sessions'>,
  accountId: string,
  { id, exceptIdHash }: PendingRevocation,
  call: Pick<CallOptions, 'requestId'>,
): Promise<void> {
  await endSessions(ctx, accountId, call, { exceptIdHash, createdUntil: new Date(ctx.clock.now()) })
  await ctx.accounts.settleRevocations(accountId, [id])
}
