import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'

const perChannel = { bucket: 'webhook:create', limit: 10, windowSeconds: 60 }

/**
 * Limits creations for each channel. Fails with RATE_LIMITED. Must be called after the permission check: otherwise strangers could
 * exhaust the limit.
 */
export async function takeCreationLimit(limiter: RateLimiter, channelId: string): Promise<RateLimitState> {
  const { allowed, state } = await limiter.take([{ ...perChannel, key: channelId }])
  if (allowed) return state
  throw rateLimited(state)
}
