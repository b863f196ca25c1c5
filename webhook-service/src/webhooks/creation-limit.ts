import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'

const perChannel = { bucket: 'webhook:create', limit: 10, windowSeconds: 60 }

/**
 * Counts a webhook about to be made against its channel, whoever makes it (contract.md 8 row 1). Fails with RATE_LIMITED.
 * Only those who manage the channel may come this far: a limit shared with strangers would let them use it up. Guarded by
 * "is not used up by those who may not create".
 */
export async function takeCreation(limiter: RateLimiter, channelId: string): Promise<RateLimitState> {
  const { allowed, state } = await limiter.take([{ ...perChannel, key: channelId }])
  if (allowed) return state
  throw rateLimited(state)
}
