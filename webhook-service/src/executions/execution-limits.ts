import { channelRateLimit } from '@gatehouse/proto/executions/formats'
import type { LimitState } from '@gatehouse/service-kit/errors/limit-state'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import type { Webhook } from '../webhooks/webhook.ts'
import type { FormatRules } from './formats.ts'

/** Counts an execution for its webhook and its channel. Fails with RATE_LIMITED. */
export async function takeExecutionLimits(
  limiter: RateLimiter,
  { rateLimit, burstLimit }: Pick<FormatRules, 'rateLimit' | 'burstLimit'>,
  { id, channelId }: Pick<Webhook, 'id' | 'channelId'>,
): Promise<LimitState> {
  const { allowed, state } = await limiter.take([
    { ...rateLimit, key: id },
    ...(burstLimit ? [{ ...burstLimit, key: id }] : []),
    { ...channelRateLimit, key: channelId },
  ])
  if (allowed) return state
  throw rateLimited(state)
}

export function withRateLimit(error: unknown, rateLimit: LimitState): unknown {
  if (!(error instanceof ServiceError) || error.rateLimit) return error
  const { code, data, fields, message, cause } = error
  return new ServiceError(code, { data, fields, message, cause, rateLimit })
}
