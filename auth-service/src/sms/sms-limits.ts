import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { addressLimits, wideFactor } from '@gatehouse/service-kit/limits/address-limits'
import type { Limit } from '@gatehouse/service-kit/limits/gcra'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { AuthContext } from '../context.ts'
import type { OperationLimits } from '../throttle/operation-limits.ts'
import { callingCodeOf } from './phone-number.ts'

type Requester = { accountId: string; client: Client }

/** What is sent to numbers that nobody has verified yet counts apart: strangers must not use up the codes of second factors. */
export type SmsTarget = 'sms' | 'sms:unverified'

/** A network gets twice as many to numbers that are not verified; anybody can register accounts. */
const unverifiedNetworkFactor = 2

const hourSeconds = 60 * 60

/** What one account and one address may request. */
export async function takeRequesterLimits(
  ctx: Pick<AuthContext, 'throttle'>,
  target: SmsTarget,
  requester: Requester,
  call: Call,
): Promise<void> {
  const { accountId, client } = requester
  const ofAddress = limitOf(ctx, `${target}:address`, 'sms')
  const ofAccount = limitOf(ctx, `${target}:account`, `sms:${accountId}`)
  const factor = target === 'sms' ? wideFactor : unverifiedNetworkFactor
  await take(ctx, [...addressLimits(ofAddress, client.address, factor), ofAccount], requester, call)
}

/** What one phone number and its country may receive. */
export async function takeNumberLimits(
  ctx: Pick<AuthContext, 'sms' | 'throttle'>,
  target: SmsTarget,
  { phone, ...requester }: Requester & { phone: string },
  call: Call,
): Promise<void> {
  // A digest, so that Redis stores no phone number.
  const key = `sms:${digestText(phone)}`
  const ofNumber = [limitOf(ctx, `${target}:number`, key), limitOf(ctx, `${target}:number:daily`, key)]
  await take(ctx, [...ofNumber, countryLimit(ctx, target, phone)], requester, call)
}

function countryLimit(ctx: Pick<AuthContext, 'sms' | 'throttle'>, target: SmsTarget, phone: string): Limit {
  const configured = ctx.sms.prefixLimits.find(({ prefix }) => phone.startsWith(prefix))
  if (configured?.limit === 0) throw new ServiceError('SMS_VERIFICATION_UNAVAILABLE')
  const limit = limitOf(ctx, `${target}:country`, `sms:${configured?.prefix ?? callingCodeOf(phone)}`)
  if (!configured) return limit
  const ofTarget = target === 'sms' ? configured.limit : Math.ceil(configured.limit / 2)
  return { ...limit, limit: ofTarget, windowSeconds: hourSeconds }
}

function limitOf(
  { throttle: { limits } }: Pick<AuthContext, 'throttle'>,
  bucket: keyof OperationLimits,
  key: string,
): Limit {
  return { ...limits[bucket], bucket, key }
}

async function take(
  ctx: Pick<AuthContext, 'throttle'>,
  limits: Limit[],
  requester: Requester,
  call: Call,
): Promise<void> {
  const waitMs = await ctx.throttle.windowLimiter.take(limits)
  if (waitMs === 0) return
  await ctx.throttle.report({ limit: 'sms', key: requester.accountId, ...requester }, call)
  throw new ServiceError('RATE_LIMITED', { data: { retry_after: waitMs / 1000, global: false } })
}
