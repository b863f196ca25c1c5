import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { CallOptions } from '@gatehouse/service-kit/grpc/connect'
import type { AuthContext } from '../context.ts'
import type { PendingRevocation } from './pending-revocation.ts'

type Spared = { exceptIdHash?: string | undefined; createdUntil?: Date }

/**
 * Ends the sessions of an account, even if the call is cancelled, because the change that requires it is stored. Every failure is
 * SERVICE_UNAVAILABLE, so that the caller retries.
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
 * Ends the sessions that a stored change requires to end, including those created while it was being stored. Fails with
 * SERVICE_UNAVAILABLE; the sweeper then ends them.
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
