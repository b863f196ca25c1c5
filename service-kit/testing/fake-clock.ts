import { type MovableClock, movableClock } from '../src/time/clock.ts'

export function fakeClock(start = Date.UTC(2030, 0, 1)): MovableClock {
  return movableClock({ now: () => start })
}
