import type { DeleteAccountRequest, DeleteAccountResponse } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { anonymiseErased, eraseAccount } from '../account-changes/erase-account.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import { newPendingRevocation } from '../accounts/pending-revocation.ts'
import type { AuthContext } from '../context.ts'
import { auditNotAnonymised } from '../log-events.ts'

/** The account is suspended first and erased last, so a call that fails in between can be retried. */
export async function deleteAccount(
  ctx: AuthContext,
  { id }: DeleteAccountRequest,
  call: Call,
): Promise<DeleteAccountResponse> {
  const revocation = newPendingRevocation(new Date(ctx.clock.now()))
  const suspended = await ctx.accounts.suspend(id, { revocation })
  if (suspended === null) throw new ServiceError('UNKNOWN_USER')
  await endSessions(ctx, id, call)
  const deletedAt = new Date(ctx.clock.now())
  // The sweeper anonymises what fails here.
  if (await eraseAccount(ctx, id, call))
    await anonymiseErased(ctx, { accountId: id, deletedAt }).catch((error: unknown) =>
      auditNotAnonymised(call, id, error),
    )
  return {}
}
