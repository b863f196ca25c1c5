import { LRUCache } from 'lru-cache'
import type { Clock } from '../time/clock.ts'
import { limitStateOf, rateOf, takeFrom, tightestOf } from './gcra.ts'
import type { RateLimiter } from './rate-limiter.ts'

export function localRateLimiter(options: { scale: number; clock: Clock; maxBuckets?: number }): RateLimiter {
  const { scale, clock, maxBuckets = 100_000 } = options
  let tats: LRUCache<string, number> | undefined

  return {
    async take(limits, cost = 1) {
      // The cache allocates all of its entries at once.
      tats ??= new LRUCache({ max: maxBuckets })
      const cache = tats
      const nowUs = Math.floor(clock.now() * 1000)
      const current = limits.map((limit) => {
        const key = `${limit.key}\n${limit.bucket}\n${limit.part ?? ''}`
        return { limit, key, rate: rateOf(limit, scale), tatUs: cache.get(key) ?? 0 }
      })
      const taken = takeFrom(current, nowUs, cost)
      const allowed = taken.every((one) => one.allowed)
      if (allowed) for (const { key, tatUs } of taken) cache.set(key, tatUs)
      return { allowed, state: tightestOf(taken.map((one) => limitStateOf(one, nowUs, cost))) }
    },
  }
}
