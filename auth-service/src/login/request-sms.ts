import type {
  SendLoginSmsRequest,
  SendLoginSmsResponse,
  SendStepUpSmsRequest,
  SendStepUpSmsResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { openTicket } from '../sign-in/open-ticket.ts'
import { sendSmsCode } from '../sms/send-sms-code.ts'

export async function sendLoginSms(
  ctx: AuthContext,
  { client, ticket }: WithClient<SendLoginSmsRequest>,
  call: Call,
): Promise<SendLoginSmsResponse> {
  const { account, ticketKey } = await openTicket(ctx, ticket)
  const phone = smsFactorPhone(account)
  await sendSmsCode(ctx, account, { phone, client, purpose: { for: 'sign_in', ticketKey } }, call)
  return {}
}

export async function sendStepUpSms(
  ctx: AuthContext,
  { actor, client }: WithClient<SendStepUpSmsRequest>,
  call: Call,
): Promise<SendStepUpSmsResponse> {
  const account = await signedInAccount(ctx, actor)
  const phone = smsFactorPhone(account)
  const { sessionIdHash = '' } = actor ?? {}
  await sendSmsCode(ctx, account, { phone, client, purpose: { for: 'step_up', sessionIdHash } }, call)
  return {}
}

/** Where codes of second factors are sent. */
export function smsFactorPhone({ factors, phone }: Account): string {
  if (!factors.sms) throw new ServiceError('SMS_MFA_NOT_ENABLED')
  if (phone === null) throw new ServiceError('PHONE_REQUIRED_FOR_SMS_MFA')
  return phone.number
}
