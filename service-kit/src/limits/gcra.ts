import type { LimitState } from '../errors/limit-state.ts'
import { allowedStepMs } from '../time/clock.ts'

/** `limit` calls in `windowSeconds`, `burst` of them (default: all) at once. */
export type Limit = {
  /** The name in responses. */
  bucket: string
  key: string
  /** Distinguishes limits of the same key, which share a slot of Redis Cluster. */
  part?: string
  limit: number
  windowSeconds: number
  burst?: number | undefined
  global?: boolean | undefined
}

/** Whole microseconds, so that scripts and processes count exactly. */
export type Rate = { intervalUs: number; burst: number }

/** `tatUs` is the theoretical arrival time of GCRA: when the whole limit is available again. */
export type GcraState = { allowed: boolean; tatUs: number }

export function rateOf({ limit, burst = limit, windowSeconds }: Limit, scale: number): Rate {
  const calls = Math.max(1, Math.floor(limit * scale))
  const intervalUs = Math.max(1, Math.floor((windowSeconds * 1e6) / calls))
  return { intervalUs, burst: Math.max(1, Math.floor(burst * scale)) }
}

/**
 * Generic cell rate algorithm over several limits: takes `cost` calls from each, or from none if one rejects them. A call moves
 * the theoretical arrival time by one interval; it is allowed up to `burst` intervals from now. A time that is further ahead was
 * stored before the clock moved back, and counts as now.
 */
export function takeFrom<Current extends { rate: Rate; tatUs: number }>(
  limits: Current[],
  nowUs: number,
  cost: number,
): (Current & GcraState)[] {
  const taken = limits.map((limit) => {
    const windowUs = limit.rate.burst * limit.rate.intervalUs
    const current = Math.max(
      limit.tatUs > nowUs + windowUs + allowedStepMs * 1000 ? nowUs : limit.tatUs,
      nowUs,
    )
    const next = Math.max(current + cost * limit.rate.intervalUs, nowUs)
    return { limit, current, next, allowed: next - nowUs <= windowUs }
  })
  const isTaken = taken.every(({ allowed }) => allowed)
  return taken.map(({ limit, current, next, allowed }) => ({
    ...limit,
    allowed,
    tatUs: isTaken ? next : current,
  }))
}

export function limitStateOf(
  { limit, rate, allowed, tatUs }: { limit: Limit; rate: Rate } & GcraState,
  nowUs: number,
  cost: number,
): LimitState {
  const leftUs = rate.burst * rate.intervalUs - (tatUs - nowUs)
  return {
    bucket: limit.bucket,
    limit: rate.burst,
    remaining: Math.max(0, Math.floor(leftUs / rate.intervalUs)),
    resetAt: tatUs / 1e6,
    retryAfter: allowed ? 0 : (cost * rate.intervalUs - leftUs) / 1e6,
    global: limit.global ?? false,
  }
}

/** The limit that spans all routes counts only if it rejected the call: clients need the state of their route. */
export function tightestOf(states: LimitState[]): LimitState {
  const [tightest] = states.toSorted(
    (a, b) => b.retryAfter - a.retryAfter || Number(a.global) - Number(b.global) || a.remaining - b.remaining,
  )
  if (!tightest) throw new RangeError('A take names at least one limit.')
  return tightest
}
