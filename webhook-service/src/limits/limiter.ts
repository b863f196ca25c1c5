import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { isStoreUnavailable } from '@gatehouse/service-kit/storage/store-unavailable'

/**
 * Falls back from the limiter in Redis to the limiter of this process, so that executions continue without Redis. A hanging Redis
 * is slow to fail, so one call at a time probes it while the others use the fallback.
 */
export function limiterWithFallback(shared: RateLimiter, local: RateLimiter): RateLimiter {
  let isUnavailable = false
  let isProbed = false

  return {
    async take(limits, cost) {
      if (isUnavailable && isProbed) return local.take(limits, cost)
      const isProbe = isUnavailable
      if (isProbe) isProbed = true
      try {
        const decision = await shared.take(limits, cost)
        isUnavailable = false
        return decision
      } catch (error) {
        if (!isStoreUnavailable(error)) throw error
        isUnavailable = true
        return local.take(limits, cost)
      } finally {
        if (isProbe) isProbed = false
      }
    },
  }
}
