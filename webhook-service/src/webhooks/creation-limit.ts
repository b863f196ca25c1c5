import type { LimitState } from '@gatehouse/service-kit/errors/limit-state'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'

const perChannel = { bucket: 'webhook:create', limit: 10, windowSeconds: 60 }

/** Must be called after the permission check: otherwise strangers could exhaust the limit of a channel. */
export async function takeCreationLimit(limiter: RateLimiter, channelId: string): Promise<LimitState> {
  const { allowed, state } = await limiter.take([{ ...perChannel, key: channelId }])
  if (allowed) return state
  throw rateLimited(state)
}
