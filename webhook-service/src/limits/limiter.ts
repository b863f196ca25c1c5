import { isStoreUnavailable } from '@gatehouse/service-kit/errors/store-unavailable'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'

/**
 * Uses the limiter of this process while Redis is unavailable, so that executions continue. A call to a hanging Redis takes until its
 * timeout, so one call at a time probes Redis and the others use the local limiter.
 */
export function limiterWithFallback(shared: RateLimiter, local: RateLimiter): RateLimiter {
  let isUnavailable = false
  let isProbing = false

  return {
    async take(limits, cost) {
      if (isUnavailable && isProbing) return local.take(limits, cost)
      const isProbe = isUnavailable
      if (isProbe) isProbing = true
      try {
        const decision = await shared.take(limits, cost)
        isUnavailable = false
        return decision
      } catch (error) {
        if (!isStoreUnavailable(error)) throw error
        isUnavailable = true
        return local.take(limits, cost)
      } finally {
        if (isProbe) isProbing = false
      }
    },
  }
}
