import type {
  ForgetAuthorizedIpsRequest,
  ForgetAuthorizedIpsResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { AuthContext } from '../context.ts'
import { assertStepUp } from '../step-up/assert-step-up.ts'

export async function forgetAuthorizedIps(
  ctx: AuthContext,
  request: WithClient<ForgetAuthorizedIpsRequest>,
  call: Call,
): Promise<ForgetAuthorizedIpsResponse> {
  await assertStepUp(ctx, request, call)
  const { actor, client } = request
  const { accountId = '' } = actor ?? {}
  await ctx.inTransaction(async (transaction) => {
    await ctx.authorizedAddresses.removeOf(accountId, transaction)
    await ctx.ipAuthorizations.endApproved(accountId, new Date(ctx.clock.now()), transaction)
    await ctx.audit.emit(call, 'account.authorized_ips', { accountId, client, actor }, transaction)
  })
  return {}
}
