import type { DisableTotpRequest, DisableTotpResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { changeFactors } from '../account-changes/change-factors.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { proveWithCode } from '../step-up/prove-with-code.ts'

export async function disableTotp(
  ctx: AuthContext,
  request: WithClient<DisableTotpRequest>,
  call: Call,
): Promise<DisableTotpResponse> {
  const account = await signedInAccount(ctx, request.actor)
  if (!account.factors.totp) throw new ServiceError('TWO_FACTOR_NOT_ENABLED')
  const proved = await proveWithCode(ctx, account, { ...request, factor: 'totp' }, call, async () => null)
  if (proved === null) throw invalidFields({ code: 'INVALID_CODE' })
  if (proved === 'used') throw invalidFields({ code: 'CODE_ALREADY_USED' })
  const removed = ['totp', ...(account.factors.sms ? ['sms'] : [])]
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: { kind: 'totp_disabled', variables: { by: 'owner' } },
      event: {
        type: 'account.second_factor',
        detail: { factor: removed.join(' '), change: 'removed', by: 'owner' },
      },
      change: async (revocation, transaction) => {
        const changed = await ctx.accounts.disableTotp(account.id, { revocation }, transaction)
        if (changed === null) throw new ServiceError('TWO_FACTOR_NOT_ENABLED')
        await ctx.accounts.removeUnusableBackupCodes(changed, transaction)
      },
    },
    call,
  )
  return {}
}
