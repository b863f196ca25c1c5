import { type MovableClock, movableClock } from '../src/time/clock.ts'

/** Changes only by `advance()`. Starts at 2030-01-01 by default. */
export function fakeClock(start = Date.UTC(2030, 0, 1)): MovableClock {
  return movableClock({ now: () => start })
}
