import type {
  ResetSecondFactorsRequest,
  ResetSecondFactorsResponse,
} from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { changeFactors } from '../account-changes/change-factors.ts'
import { authenticatorTypes, factorNames } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'
import { accountRecord } from './account-record.ts'

/** An account without second factors is not changed, so that a repeated call sends no mail. */
export async function resetSecondFactors(
  ctx: AuthContext,
  { id }: ResetSecondFactorsRequest,
  call: Call,
): Promise<ResetSecondFactorsResponse> {
  const account = await ctx.accounts.find(id)
  if (account === null) throw new ServiceError('UNKNOWN_USER')
  const factors = factorNames(authenticatorTypes(account))
  if (factors.length > 0) {
    await changeFactors(
      ctx,
      account,
      {
        request: null,
        mail: { kind: 'totp_disabled', variables: { by: 'operator' } },
        event: {
          type: 'account.second_factor',
          detail: { factor: factors.join(' '), change: 'removed', by: 'operator' },
        },
        change: async (_, transaction) => {
          await ctx.accounts.resetFactors(id, transaction)
        },
      },
      call,
    )
  }
  return { account: accountRecord(await ctx.accounts.find(id), ctx.clock.now()) }
}
