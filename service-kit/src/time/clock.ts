/** Time as an argument: milliseconds since 1970, so that tests can move it. */
export type Clock = { now(): number }

/** A clock that can be told to run ahead. */
export type MovableClock = Clock & { advance(ms: number): void }

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() }

/** Runs with the machine's clock, ahead of it by what it was advanced (contract.md 7 row 46). */
export function movableClock(base: Clock = systemClock): MovableClock {
  let ahead = 0
  return {
    now: () => base.now() + ahead,
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError('A clock moves forward only.')
      ahead += ms
    },
  }
}

/** The clock of a process: movable with GATEHOUSE_TEST_CLOCK=1, else the machine's. */
export function openClock(options: { testClock: boolean }): Clock | MovableClock {
  return options.testClock ? movableClock() : systemClock
}

/** Whether a clock was opened as one that can be told to run ahead. */
export function isMovable(clock: Clock): clock is MovableClock {
  return 'advance' in clock
}
