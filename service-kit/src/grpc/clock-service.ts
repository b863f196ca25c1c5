import type { ClockServer } from '@gatehouse/proto/gen/control/v1/clock'
import { invalidFields } from '../errors/service-error.ts'
import type { MovableClock } from '../time/clock.ts'
import { handle } from './handle.ts'

/**
 * Serves control.v1.Clock, which moves the clock of this process (contract.md 7 row 46). Fails with INVALID_FORM_BODY.
 * `beforeMove` does what would long be done by the time that is jumped over.
 */
export function clockService(
  clock: MovableClock,
  beforeMove: () => Promise<void> = async () => {},
): ClockServer {
  const now = () => ({ now: new Date(clock.now()) })
  return {
    now: handle(now),
    advance: handle(async ({ milliseconds }) => {
      const ms = Number(milliseconds)
      if (!Number.isSafeInteger(ms) || ms < 1) {
        throw invalidFields({
          milliseconds: ['NUMBER_OUT_OF_RANGE', { min: 1, max: Number.MAX_SAFE_INTEGER }],
        })
      }
      await beforeMove()
      clock.advance(ms)
      return now()
    }),
  }
}
