import type { DeleteAccountRequest, DeleteAccountResponse } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import { type EraseContext, eraseAccount } from '../account-life/erase-account.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import type { AuthContext } from '../context.ts'
import { accountRecord } from './account-record.ts'

/**
 * Ends an account for good. It is closed first and erased last, so a call that fails between can be repeated until it is
 * done. Fails with UNKNOWN_USER, SERVICE_UNAVAILABLE.
 */
export async function deleteAccount(
  ctx: EraseContext & Pick<AuthContext, 'sessions'>,
  { id }: DeleteAccountRequest,
  call: Call,
): Promise<DeleteAccountResponse> {
  accountRecord(await ctx.accounts.setStanding(id, 'disabled'), ctx.clock.now())
  await endSessions(ctx, id, call)
  await eraseAccount(ctx, id, call)
  return {}
}
