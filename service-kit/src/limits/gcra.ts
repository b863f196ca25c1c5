/** One limit of one caller: at most `limit` calls in any `windowSeconds`, refilled evenly. */
export type Limit = {
  /** Names the limit to people and in headers. */
  bucket: string
  /** Whom it counts. Limits of one `take` that share a key are decided in one atomic step. */
  key: string
  limit: number
  windowSeconds: number
  /** True for a cap over all routes. */
  global?: boolean
}

/** What the cell rate algorithm knows of a limit, in milliseconds. */
export type Cell = { interval: number; window: number; limit: number }

/** The arithmetic of a limit, `scale` times as wide. */
export function cellOf({ limit, windowSeconds }: Limit, scale: number): Cell {
  const calls = Math.max(1, Math.floor(limit * scale))
  const window = windowSeconds * 1000
  return { interval: window / calls, window, limit: calls }
}

/**
 * How long to wait before `cost` more calls fit, in milliseconds; 0 when they fit now. `fullUntil` is the theoretical
 * arrival time: the moment at which the bucket is empty again.
 */
export function waitFor(cell: Cell, fullUntil: number, now: number, cost: number): number {
  const after = Math.max(fullUntil, now) + cost * cell.interval
  // A thousandth of a millisecond of slack, since the times are sums of fractions.
  return Math.max(0, after - now - cell.window - 0.001)
}

/** How many single calls would pass now. */
export function remainingCalls(cell: Cell, fullUntil: number, now: number): number {
  const free = cell.window - Math.max(0, fullUntil - now)
  return Math.max(0, Math.floor((free + 0.001) / cell.interval))
}
