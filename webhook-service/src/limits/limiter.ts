import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { isStoreAway } from '@gatehouse/service-kit/storage/store-away'

/**
 * The limiter in Redis, and while Redis is away the one of this process: executions go on then (contract.md 2, "Redis
 * away"), and a replica alone is held to the same limits.
 */
export function limiterWithFallback(shared: RateLimiter, own: RateLimiter): RateLimiter {
  return {
    async take(limits, cost) {
      try {
        return await shared.take(limits, cost)
      } catch (error) {
        if (isStoreAway(error)) return own.take(limits, cost)
        throw error
      }
    },
  }
}
