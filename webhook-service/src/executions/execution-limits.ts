import { channelRateLimit } from '@gatehouse/proto/executions/formats'
import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import type { Webhook } from '../webhooks/webhook.ts'
import type { FormatRules } from './formats.ts'

/** Counts an execution for its webhook and its channel. Fails with RATE_LIMITED. */
export async function takeExecutionLimits(
  limiter: RateLimiter,
  { rateLimit }: Pick<FormatRules, 'rateLimit'>,
  { id, channelId }: Pick<Webhook, 'id' | 'channelId'>,
): Promise<RateLimitState> {
  const { allowed, state } = await limiter.take([
    { ...rateLimit, key: id },
    { ...channelRateLimit, key: channelId },
  ])
  if (allowed) return state
  throw rateLimited(state)
}

/** Adds the state of the limits to an error that occurs after they were taken. */
export function withRateLimit(error: unknown, rateLimit: RateLimitState): unknown {
  if (!(error instanceof ServiceError) || error.rateLimit) return error
  const { code, data, fields, message, cause } = error
  return new ServiceError(code, { data, fields, message, cause, rateLimit })
}
