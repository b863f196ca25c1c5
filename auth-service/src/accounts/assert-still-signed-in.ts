import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { AuthContext } from '../context.ts'
import { isOpen } from './account-status.ts'

/**
 * Fails if the session of the caller was ended after the gateway verified it: otherwise a thief could add a credential while the
 * owner resets the password. Fails with SERVICE_UNAVAILABLE while sessions are being ended. Called in the transaction of the change,
 * before its write: a revocation that is stored between the two is a write conflict, and one that is settled has ended the session.
 */
export async function assertStillSignedIn(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'sessions'>,
  { accountId, sessionIdHash }: Actor,
  call: Call,
  transaction: StoreSession,
): Promise<void> {
  const except = { exceptIdHash: sessionIdHash }
  const ending = await ctx.accounts.findWithPendingRevocation(accountId, except, transaction)
  if (ending && isOpen(ending, ctx.clock.now()))
    throw unavailable('the sessions of the account are being ended')
  if (ending) throw new ServiceError('UNAUTHORIZED')
  const { sessions } = await ctx.sessions.list({ accountId }, call)
  if (!sessions.some(({ idHash }) => idHash === sessionIdHash)) throw new ServiceError('UNAUTHORIZED')
}
