import type {
  SendPhoneCodeRequest,
  SendPhoneCodeResponse,
  VerifyPhoneRequest,
  VerifyPhoneResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { matchSmsCode, readSmsCode } from '../sms/match-sms-code.ts'
import { readPhoneNumber } from '../sms/phone-number.ts'
import { sendSmsCode } from '../sms/send-sms-code.ts'
import { checkCounted } from '../throttle/counted-attempt.ts'

const purpose = { for: 'phone' } as const

export async function sendPhoneCode(
  ctx: AuthContext,
  { actor, client, phone: typed }: WithClient<SendPhoneCodeRequest>,
  call: Call,
): Promise<SendPhoneCodeResponse> {
  const account = await signedInAccount(ctx, actor)
  const phone = readPhoneNumber(typed)
  if (phone === null) throw new ServiceError('INVALID_PHONE_NUMBER')
  await sendSmsCode(ctx, account, { phone, purpose, client }, call)
  return {}
}

export async function verifyPhone(
  ctx: AuthContext,
  { actor, client, phone: typed, code }: WithClient<VerifyPhoneRequest>,
  call: Call,
): Promise<VerifyPhoneResponse> {
  const { id: accountId } = await signedInAccount(ctx, actor)
  const phone = readPhoneNumber(typed)
  if (phone === null || readSmsCode(code) === null) throw new ServiceError('INVALID_PHONE_VERIFICATION_CODE')
  const attempt = await ctx.factors.attempts.take({ accountId, client }, call)
  const used = await checkCounted(attempt, async () => {
    const matched = await matchSmsCode(ctx, { accountId, phone, purpose }, code, call)
    return (await matched?.use()) ? matched : null
  })
  if (!used) {
    const detail = { change: 'verified', by: 'owner' }
    await ctx.audit.emit(call, 'account.phone', { accountId, client, actor, failed: true, detail })
    throw new ServiceError('INVALID_PHONE_VERIFICATION_CODE')
  }
  if (await ctx.accounts.isPhoneTaken(phone, accountId)) throw new ServiceError('PHONE_ALREADY_USED')
  return { phoneToken: await ctx.sms.phoneTokens.issue(accountId, phone) }
}
