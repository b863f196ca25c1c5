import type { Clock } from '../time/clock.ts'
import { cellOf, type Limit, waitFor } from './gcra.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { type Held, verdictOn } from './verdict.ts'

/**
 * The same limits inside one process, for when Redis is away. It remembers at most `mostBuckets`; beyond, buckets that
 * are empty again go first, then the oldest.
 */
export function localRateLimiter(options: {
  scale: number
  clock: Clock
  mostBuckets?: number
}): RateLimiter {
  const { scale, clock, mostBuckets = 100_000 } = options
  const fullUntil = new Map<string, number>()

  function makeRoom(now: number): void {
    if (fullUntil.size < mostBuckets) return
    for (const [name, time] of fullUntil) if (time <= now) fullUntil.delete(name)
    for (const name of fullUntil.keys()) {
      if (fullUntil.size < mostBuckets) return
      fullUntil.delete(name)
    }
  }

  return {
    async take(limits, cost = 1) {
      const now = clock.now()
      const held = limits.map((limit): Held => {
        const cell = cellOf(limit, scale)
        return { limit, cell, fullUntil: Math.max(fullUntil.get(nameOf(limit)) ?? 0, now) }
      })
      const allowed = held.every((each) => waitFor(each.cell, each.fullUntil, now, cost) === 0)
      if (!allowed) return verdictOn(held, false, now, cost)
      makeRoom(now)
      const charged = held.map((each) => ({ ...each, fullUntil: each.fullUntil + cost * each.cell.interval }))
      for (const each of charged) fullUntil.set(nameOf(each.limit), each.fullUntil)
      return verdictOn(charged, true, now, cost)
    },
  }
}

function nameOf({ key, bucket }: Limit): string {
  return `${key} ${bucket}`
}
