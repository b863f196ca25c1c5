import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import type { Limit } from '@gatehouse/service-kit/limits/gcra'
import { digest } from '@gatehouse/service-kit/tokens/secret-token'
import type { AuthContext } from '../context.ts'
import { emitThrottleEvent, type ThrottleContext } from '../throttle/emit-throttle-event.ts'
import { callingCodeOf } from './phone-number.ts'

export type SmsLimitContext = ThrottleContext & Pick<AuthContext, 'sms'>

type Requester = { accountId: string; client: Client }

const hourSeconds = 60 * 60

/** What one account and one address may request. */
export async function takeRequesterLimits(
  ctx: SmsLimitContext,
  requester: Requester,
  call: Call,
): Promise<void> {
  const { limits } = ctx.throttle
  const { accountId, client } = requester
  const ofAddress: Limit = { ...limits['sms:address'], bucket: 'sms:address', key: 'sms' }
  const ofAccount: Limit = { ...limits['sms:account'], bucket: 'sms:account', key: `sms:${accountId}` }
  await take(ctx, [...addressLimits(ofAddress, client.address), ofAccount], requester, call)
}

/** What one phone number and its country may receive. */
export async function takeNumberLimits(
  ctx: SmsLimitContext,
  { phone, ...requester }: Requester & { phone: string },
  call: Call,
): Promise<void> {
  const { limits } = ctx.throttle
  // A digest, so that Redis stores no phone number.
  const key = `sms:${digest(phone).toString('base64url')}`
  const ofNumber = (bucket: 'sms:number' | 'sms:number:daily'): Limit => ({ ...limits[bucket], bucket, key })
  const all = [ofNumber('sms:number'), ofNumber('sms:number:daily'), countryLimit(ctx, phone)]
  await take(ctx, all, requester, call)
}

function countryLimit({ sms, throttle: { limits } }: SmsLimitContext, phone: string): Limit {
  const configured = sms.prefixLimits.find(({ prefix }) => phone.startsWith(prefix))
  if (configured?.limit === 0) throw new ServiceError('SMS_VERIFICATION_UNAVAILABLE')
  const value = configured ? { limit: configured.limit, windowSeconds: hourSeconds } : limits['sms:country']
  return { ...value, bucket: 'sms:country', key: `sms:${configured?.prefix ?? callingCodeOf(phone)}` }
}

async function take(ctx: SmsLimitContext, limits: Limit[], requester: Requester, call: Call): Promise<void> {
  const waitMs = await ctx.throttle.windowLimiter.take(limits)
  if (waitMs === 0) return
  await emitThrottleEvent(ctx, { limit: 'sms', key: requester.accountId, ...requester }, call)
  throw new ServiceError('RATE_LIMITED', { data: { retry_after: waitMs / 1000, global: false } })
}
