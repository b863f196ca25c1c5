import type { Clock } from './clock.ts'

/** The monotonic clock stops while the machine is suspended, and the wall clock may be set back. */
export type Instant = { monotonic: number; wall: number }

export function instantNow(clock: Clock): Instant {
  return { monotonic: performance.now(), wall: clock.now() }
}

export function msSince({ monotonic, wall }: Instant, clock: Clock): number {
  return Math.max(performance.now() - monotonic, clock.now() - wall)
}
