import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { CallOptions } from '@gatehouse/service-kit/grpc/connect'
import type { AuthContext } from '../context.ts'

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
