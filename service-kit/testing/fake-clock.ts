import { type MovableClock, movableClock } from '../src/time/clock.ts'

/** A clock that stands still until it is advanced; starts at 2030-01-01 unless told otherwise. */
export function fakeClock(start = Date.UTC(2030, 0, 1)): MovableClock {
  return movableClock({ now: () => start })
}
