import type { Clock } from '../time/clock.ts'
import { gcra, type Limit, paceOf } from './gcra.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { type Judged, verdictOf } from './verdict.ts'

/** The same limits kept in this process alone, for when Redis is away. Of too many buckets the longest untouched are forgotten. */
export function localRateLimiter(options: {
  scale: number
  clock: Clock
  mostBuckets?: number
}): RateLimiter {
  const { scale, clock, mostBuckets = 100_000 } = options
  const tats = new Map<string, number>()

  const judge = (limit: Limit, nowUs: number, cost: number): Judged => {
    const pace = paceOf(limit, scale)
    return { limit, pace, standing: gcra(tats.get(nameOf(limit)) ?? 0, nowUs, pace, cost) }
  }
  const charge = ({ limit, standing }: Judged) => {
    const name = nameOf(limit)
    // Setting a key anew moves it to the end, so the map is ordered by last use.
    tats.delete(name)
    tats.set(name, standing.tatUs)
    const [oldest] = tats.keys()
    if (tats.size > mostBuckets && oldest !== undefined) tats.delete(oldest)
  }

  return {
    async take(limits, cost = 1) {
      const nowUs = Math.floor(clock.now() * 1000)
      const judged = limits.map((limit) => judge(limit, nowUs, cost))
      const allowed = judged.every(({ standing }) => standing.allowed)
      if (allowed) judged.forEach(charge)
      return verdictOf(allowed ? judged : judged.map((one) => uncharged(one, cost)), nowUs, cost)
    },
  }
}

function nameOf({ key, bucket, part = '' }: Limit): string {
  return `${key}\n${bucket}\n${part}`
}

// A bucket that would have allowed the take keeps what it has when another one refuses.
function uncharged(judged: Judged, cost: number): Judged {
  const { standing, pace } = judged
  return standing.allowed
    ? { ...judged, standing: { allowed: true, tatUs: standing.tatUs - cost * pace.intervalUs } }
    : judged
}
