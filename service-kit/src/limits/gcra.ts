import type { LimitState } from './limit-state.ts'

/** `limit` calls in `windowSeconds`, `burst` of them (default: all) at once. */
export type Limit = {
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
export type BucketState = { allowed: boolean; tatUs: number }

export function rateOf(limit: Limit, scale: number): Rate {
  const calls = Math.max(1, Math.floor(limit.limit * scale))
  const burst = Math.max(1, Math.floor((limit.burst ?? limit.limit) * scale))
  return { intervalUs: Math.max(1, Math.floor((limit.windowSeconds * 1e6) / calls)), burst }
}

/**
 * Generic cell rate algorithm over several buckets: takes `cost` calls from each, or from none if one refuses. A call moves
 * the theoretical arrival time by one interval; it is allowed up to `burst` intervals from now.
 */
export function takeFrom<Bucket extends { rate: Rate; tatUs: number }>(
  buckets: Bucket[],
  nowUs: number,
  cost: number,
): (Bucket & BucketState)[] {
  const taken = buckets.map((bucket) => {
    const { intervalUs, burst } = bucket.rate
    const current = Math.max(bucket.tatUs, nowUs)
    const next = Math.max(current + cost * intervalUs, nowUs)
    return { bucket, current, next, allowed: next - nowUs <= burst * intervalUs }
  })
  const isTaken = taken.every(({ allowed }) => allowed)
  return taken.map(({ bucket, current, next, allowed }) => ({
    ...bucket,
    allowed,
    tatUs: isTaken ? next : current,
  }))
}

export function limitStateOf(
  { limit, rate, allowed, tatUs }: { limit: Limit; rate: Rate } & BucketState,
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

/** The limit that spans all routes counts only if it refused: clients need the state of their route. */
export function tightestOf(states: LimitState[]): LimitState {
  const [tightest] = states.toSorted(
    (a, b) => b.retryAfter - a.retryAfter || Number(a.global) - Number(b.global) || a.remaining - b.remaining,
  )
  if (!tightest) throw new RangeError('A take names at least one limit.')
  return tightest
}
