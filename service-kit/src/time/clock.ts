export type Clock = { now(): number }

export type MovableClock = Clock & { advance(ms: number): void | Promise<void> }

export const systemClock: Clock = { now: () => Date.now() }

export function movableClock(base: Clock = systemClock, ahead = 0) {
  return {
    now: () => base.now() + ahead,
    advance(ms: number) {
      if (!(ms >= 0)) throw new RangeError('A clock moves forward only.')
      ahead += ms
    },
  }
}

export function isMovable(clock: Clock): clock is MovableClock {
  return 'advance' in clock
}
