import type {
  RemovePhoneRequest,
  RemovePhoneResponse,
  SetPhoneRequest,
  SetPhoneResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { changeFactors } from '../account-changes/change-factors.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { phoneHint } from '../sms/phone-number.ts'
import { assertProved } from '../step-up/assert-step-up.ts'

export async function setPhone(
  ctx: AuthContext,
  request: WithClient<SetPhoneRequest>,
  call: Call,
): Promise<SetPhoneResponse> {
  const account = await signedInAccount(ctx, request.actor)
  await assertProved(ctx, account, request, call)
  const number = await ctx.sms.phoneTokens.take(account.id, request.phoneToken)
  if (number === null) throw new ServiceError('PHONE_VERIFICATION_REQUIRED')
  if (account.phone?.number === number) return {}
  const phone = { number, verifiedAt: new Date(ctx.clock.now()) }
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: { kind: 'phone_set', variables: { hint: phoneHint(number) } },
      event: { type: 'account.phone', detail: { change: account.phone ? 'replaced' : 'added', by: 'owner' } },
      change: async (revocation, transaction) => {
        const changed = await ctx.accounts.setPhone(account.id, { phone, revocation }, transaction)
        if (changed === null) throw new ServiceError('UNAUTHORIZED')
      },
    },
    call,
  )
  return {}
}

export async function removePhone(
  ctx: AuthContext,
  request: WithClient<RemovePhoneRequest>,
  call: Call,
): Promise<RemovePhoneResponse> {
  const account = await signedInAccount(ctx, request.actor)
  await assertProved(ctx, account, request, call)
  if (account.factors.sms) throw new ServiceError('SMS_MFA_NOT_ENABLED')
  if (account.phone === null) return {}
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: { kind: 'phone_removed', variables: { hint: phoneHint(account.phone.number) } },
      event: { type: 'account.phone', detail: { change: 'removed', by: 'owner' } },
      change: async (revocation, transaction) => {
        const changed = await ctx.accounts.removePhone(account.id, { revocation }, transaction)
        if (changed === null) throw new ServiceError('SMS_MFA_NOT_ENABLED')
      },
    },
    call,
  )
  return {}
}
