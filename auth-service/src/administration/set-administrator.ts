import type {
  SetAdministratorRequest,
  SetAdministratorResponse,
} from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { AuthContext } from '../context.ts'
import { accountRecord } from './account-record.ts'

export function setAdministrator(
  ctx: Pick<AuthContext, 'accounts' | 'audit' | 'clock' | 'inTransaction'>,
  { id: accountId, administrator }: SetAdministratorRequest,
  call: Call,
): Promise<SetAdministratorResponse> {
  return ctx.inTransaction(async (transaction) => {
    const changed = await ctx.accounts.setAdministrator(accountId, administrator, transaction)
    const account = accountRecord(changed, ctx.clock.now())
    const detail = { role: administrator ? 'administrator' : 'none' }
    await ctx.audit.emit(call, 'account.role', { accountId, detail }, transaction)
    return { account }
  })
}
