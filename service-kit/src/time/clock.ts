/** Milliseconds since 1970. Passed as an argument, so that tests can move it. */
export type Clock = { now(): number }

/** A clock that can be moved forward. */
export type MovableClock = Clock & { advance(ms: number): void | Promise<void> }

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() }

/** Runs ahead of `base` by the time it was advanced. */
export function movableClock(base: Clock = systemClock, ahead = 0) {
  return {
    now: () => base.now() + ahead,
    advance(ms: number) {
      if (!(ms >= 0)) throw new RangeError('A clock moves forward only.')
      ahead += ms
    },
  }
}

/** Whether a clock can be moved forward. */
export function isMovable(clock: Clock): clock is MovableClock {
  return 'advance' in clock
}
