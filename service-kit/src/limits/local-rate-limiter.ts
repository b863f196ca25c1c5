import type { Clock } from '../time/clock.ts'
import { gcra, type Limit, rateOf } from './gcra.ts'
import { type EvaluatedLimit, limitDecision } from './limit-decision.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** The same limits kept in this process alone, for when Redis is away. Of too many buckets the longest untouched are forgotten. */
export function localRateLimiter(options: { scale: number; clock: Clock; maxBuckets?: number }): RateLimiter {
  const { scale, clock, maxBuckets = 100_000 } = options
  const tats = new Map<string, number>()

  const evaluate = (limit: Limit, nowUs: number, cost: number): EvaluatedLimit => {
    const pace = rateOf(limit, scale)
    return { limit, pace, status: gcra(tats.get(nameOf(limit)) ?? 0, nowUs, pace, cost) }
  }
  const charge = ({ limit, status }: EvaluatedLimit) => {
    const name = nameOf(limit)
    // Setting a key anew moves it to the end, so the map is ordered by last use.
    tats.delete(name)
    tats.set(name, status.tatUs)
    const [oldest] = tats.keys()
    if (tats.size > maxBuckets && oldest !== undefined) tats.delete(oldest)
  }

  return {
    async take(limits, cost = 1) {
      const nowUs = Math.floor(clock.now() * 1000)
      const evaluated = limits.map((limit) => evaluate(limit, nowUs, cost))
      const allowed = evaluated.every(({ status }) => status.allowed)
      if (allowed) evaluated.forEach(charge)
      return limitDecision(allowed ? evaluated : evaluated.map((one) => uncharged(one, cost)), nowUs, cost)
    },
  }
}

function nameOf({ key, bucket, part = '' }: Limit): string {
  return `${key}\n${bucket}\n${part}`
}

// A bucket that would have allowed the take keeps what it has when another one refuses.
function uncharged(evaluated: EvaluatedLimit, cost: number): EvaluatedLimit {
  const { status, pace } = evaluated
  return status.allowed
    ? { ...evaluated, status: { allowed: true, tatUs: status.tatUs - cost * pace.intervalUs } }
    : evaluated
}
