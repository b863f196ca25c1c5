import type {
  DisableSmsRequest,
  DisableSmsResponse,
  EnableSmsRequest,
  EnableSmsResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { changeFactors } from '../account-changes/change-factors.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { phoneHint } from '../sms/phone-number.ts'
import { assertProved } from '../step-up/assert-step-up.ts'

/** Only beside an authenticator app: messages can be intercepted, and phone numbers change their owner. */
export async function enableSms(
  ctx: AuthContext,
  request: WithClient<EnableSmsRequest>,
  call: Call,
): Promise<EnableSmsResponse> {
  const account = await signedInAccount(ctx, request.actor)
  await assertProved(ctx, account, request, call)
  const { phone, factors } = account
  if (ctx.sms.carrier === null) throw new ServiceError('SMS_VERIFICATION_UNAVAILABLE')
  if (!factors.totp) throw new ServiceError('SMS_MFA_REQUIRES_TOTP')
  if (phone === null) throw new ServiceError('PHONE_REQUIRED_FOR_SMS_MFA')
  if (factors.sms) return {}
  const sms = { enabledAt: new Date(ctx.clock.now()) }
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: { kind: 'sms_enabled', variables: { hint: phoneHint(phone.number) } },
      event: { type: 'account.second_factor', detail: { factor: 'sms', change: 'added', by: 'owner' } },
      change: async (revocation, transaction) => {
        const of = { sms, number: phone.number, revocation }
        const changed = await ctx.accounts.enableSms(account.id, of, transaction)
        // Another request changed the app or the phone number meanwhile.
        if (changed === null) throw unavailable('another request changed the factors')
      },
    },
    call,
  )
  return {}
}

export async function disableSms(
  ctx: AuthContext,
  request: WithClient<DisableSmsRequest>,
  call: Call,
): Promise<DisableSmsResponse> {
  const account = await signedInAccount(ctx, request.actor)
  await assertProved(ctx, account, request, call)
  if (!account.factors.sms) return {}
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: { kind: 'sms_disabled', variables: {} },
      event: { type: 'account.second_factor', detail: { factor: 'sms', change: 'removed', by: 'owner' } },
      change: async (revocation, transaction) => {
        await ctx.accounts.disableSms(account.id, { revocation }, transaction)
      },
    },
    call,
  )
  return {}
}
