import { channelRateLimit } from '@gatehouse/proto/executions/formats'
import type { LimitState } from '@gatehouse/service-kit/errors/limit-state'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import type { WebhookContext } from '../context.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { FormatRules } from './formats.ts'

type Context = Pick<WebhookContext, 'limiter' | 'arrivalLimiter'>
type Limits = Pick<FormatRules, 'rateLimit' | 'burstLimit' | 'eventLimits'>
type Target = Pick<Webhook, 'id' | 'channelId'>

/** Counts an execution before its body is read: a message for its webhook and its channel, an event in this process alone. Fails with RATE_LIMITED. */
export function takeArrivalLimits(ctx: Context, format: Limits, webhook: Target): Promise<LimitState> {
  const { eventLimits } = format
  if (!eventLimits) return takePostLimits(ctx.limiter, format, webhook)
  return take(ctx.arrivalLimiter, [{ ...eventLimits.arriving, key: webhook.id }])
}

/**
 * Counts a rendered event: one that posts a message for its webhook and its channel, any other in a bucket of its own. A message was
 * counted when it arrived. Returns the state of the limits. Fails with RATE_LIMITED.
 */
export async function takeRenderedLimits(
  { limiter }: Pick<Context, 'limiter'>,
  format: Limits,
  webhook: Target,
  { isPosted, arrival }: { isPosted: boolean; arrival: LimitState },
): Promise<LimitState> {
  const { eventLimits } = format
  if (!eventLimits) return arrival
  if (isPosted) return takePostLimits(limiter, format, webhook)
  return take(limiter, [{ ...eventLimits.unposted, key: webhook.id }])
}

function takePostLimits(
  limiter: RateLimiter,
  { rateLimit, burstLimit }: Limits,
  { id, channelId }: Target,
): Promise<LimitState> {
  return take(limiter, [
    { ...rateLimit, key: id },
    ...(burstLimit ? [{ ...burstLimit, key: id }] : []),
    { ...channelRateLimit, key: channelId },
  ])
}

async function take(limiter: RateLimiter, limits: Parameters<RateLimiter['take']>[0]): Promise<LimitState> {
  const { allowed, state } = await limiter.take(limits)
  if (allowed) return state
  throw rateLimited(state)
}

export function withRateLimit(error: unknown, rateLimit: LimitState): unknown {
  if (!(error instanceof ServiceError) || error.rateLimit) return error
  const { code, data, fields, message, cause } = error
  return new ServiceError(code, { data, fields, message, cause, rateLimit })
}
