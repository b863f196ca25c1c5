/** How far ahead a stored time may be beside what it can be: the clocks of a master and its replica differ a little. */
export const allowedStepMs = 1000

export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds that it was moved ahead of the clock of this machine. Absent if it does not follow that. */
  ahead?(): number
}

export type MovableClock = Clock & { advance(ms: number): void | Promise<void> }

export const systemClock = { now: () => Date.now(), ahead: () => 0 } satisfies Clock

export function movableClock(
  base: Clock = systemClock,
  ahead = 0,
): MovableClock & { advance(ms: number): void } {
  const { ahead: aheadOfBase } = base
  return {
    now: () => base.now() + ahead,
    ...(aheadOfBase && { ahead: () => aheadOfBase() + ahead }),
    advance(ms: number) {
      if (!(ms >= 0)) throw new RangeError('A clock moves forward only.')
      ahead += ms
    },
  }
}

export function isMovable(clock: Clock): clock is MovableClock {
  return 'advance' in clock
}
