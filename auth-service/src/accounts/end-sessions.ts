import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { CallOptions } from '@gatehouse/service-kit/grpc/connect'
import type { AuthContext } from '../context.ts'

/** Ends every session of an account, but the one named. Fails with SERVICE_UNAVAILABLE whatever stood in the way: the caller is to try again. */
export async function endSessions(
  ctx: Pick<AuthContext, 'sessions'>,
  accountId: string,
  call: CallOptions,
  exceptIdHash = '',
): Promise<void> {
  try {
    await ctx.sessions.revokeAll({ accountId, exceptIdHash }, call)
  } catch (cause) {
    throw unavailable(cause)
  }
}
