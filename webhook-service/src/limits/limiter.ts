import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { isStoreUnavailable } from '@gatehouse/service-kit/storage/store-unavailable'

/**
 * The limiter in Redis, and while Redis is away the one of this process: executions go on then (contract.md 2, "Redis
 * away"), and a replica alone is held to the same limits. A Redis that hangs is slow to fail, so while it is away one take at
 * a time waits for it, and the others do not.
 */
export function limiterWithFallback(shared: RateLimiter, own: RateLimiter): RateLimiter {
  let isAway = false
  let isProbed = false

  return {
    async take(limits, cost) {
      if (isAway && isProbed) return own.take(limits, cost)
      const isProbe = isAway
      if (isProbe) isProbed = true
      try {
        const verdict = await shared.take(limits, cost)
        isAway = false
        return verdict
      } catch (error) {
        if (!isStoreUnavailable(error)) throw error
        isAway = true
        return own.take(limits, cost)
      } finally {
        if (isProbe) isProbed = false
      }
    },
  }
}
