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

/** Also ends sessions created while the change was being stored. If it fails, the sweeper ends them. */
export async function settleRevocation(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'sessions'>,
  accountId: string,
  { id, exceptIdHash }: PendingRevocation,
  call: Pick<CallOptions, 'requestId'>,
): Promise<void> {
  await endSessions(ctx, accountId, call, { exceptIdHash, createdUntil: new Date(ctx.clock.now()) })
  await ctx.accounts.settleRevocations(accountId, [id])
}
