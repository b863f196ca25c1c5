import { randomInt } from 'node:crypto'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { hasCode, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import { smsCarrierFailed } from '../log-events.ts'
import { mailLanguage } from '../mails/mail-language.ts'
import { type Carrier, CarrierError } from './carriers/carrier.ts'
import type { Addressee, CodeProof, CodePurpose } from './sms-codes.ts'
import { takeNumberLimits, takeRequesterLimits } from './sms-limits.ts'
import { smsMessages } from './sms-metrics.ts'
import { boundTo, smsTexts } from './sms-texts.ts'

type Message = { phone: string; purpose: CodePurpose; client: Client }

const codes = 1_000_000

/** A code for the phone number of an account, or for one that is to be verified. */
export async function sendSmsCode(
  ctx: AuthContext,
  account: Account,
  { phone, purpose, client }: Message,
  call: Call,
): Promise<void> {
  const { carrier } = ctx.sms
  if (carrier === null) throw new ServiceError('SMS_VERIFICATION_UNAVAILABLE')
  await takeLimits(ctx, account, { phone, purpose, client }, call)
  const addressee = { accountId: account.id, phone, purpose }
  const proof = await deliver(ctx, carrier, account, { addressee, client }, call)
  await ctx.sms.codes.store(addressee, proof)
  smsMessages.inc({ outcome: 'sent' })
  await ctx.audit.emit(call, 'account.sms', {
    accountId: account.id,
    client,
    detail: { purpose: purpose.for },
  })
}

/** The same whether the phone number belongs to another account: only its holder gets to know that, with the right code. */
async function takeLimits(
  ctx: Pick<AuthContext, 'sms' | 'throttle'>,
  { id: accountId }: Account,
  { phone, purpose, client }: Message,
  call: Call,
): Promise<void> {
  try {
    const target = purpose.for === 'phone' ? 'sms:unverified' : 'sms'
    await takeRequesterLimits(ctx, target, { accountId, client }, call)
    await takeNumberLimits(ctx, target, { accountId, client, phone }, call)
  } catch (error) {
    if (hasCode(error, 'RATE_LIMITED')) smsMessages.inc({ outcome: 'limited' })
    throw error
  }
}

async function deliver(
  ctx: Pick<AuthContext, 'factors' | 'productName' | 'sms'>,
  carrier: Carrier,
  account: Account,
  { addressee, client }: { addressee: Addressee; client: Client },
  call: Call,
): Promise<CodeProof> {
  const { phone: to, purpose } = addressee
  const acceptLanguage = purpose.for === 'sign_in' ? undefined : client.acceptLanguage
  const language = mailLanguage(account.locale, acceptLanguage)
  try {
    if (carrier.checksCodes) return { verification: await carrier.start({ to, language }, call.signal) }
    const code = String(randomInt(codes)).padStart(6, '0')
    const text = smsTexts[language](ctx.productName, code) + boundTo(ctx.sms.pageHost, code)
    await carrier.send({ to, text }, call.signal)
    const [mac] = ctx.factors.secrets.smsCodeMacs(code, account.id)
    return { mac }
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    const isRejected = error.rejectsNumber && purpose.for === 'phone'
    smsMessages.inc({ outcome: isRejected ? 'rejected' : 'failed' })
    smsCarrierFailed(call, account.id, error)
    throw new ServiceError(isRejected ? 'INVALID_PHONE_NUMBER' : 'SMS_VERIFICATION_UNAVAILABLE')
  }
}
