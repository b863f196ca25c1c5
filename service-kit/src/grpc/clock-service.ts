import type { ClockServer } from '@gatehouse/proto/gen/control/v1/clock'
import { invalidFields } from '../errors/service-error.ts'
import type { MovableClock } from '../time/clock.ts'
import { handle } from './handle.ts'

/** Serves control.v1.Clock, which moves the clock of this process (contract.md 7 row 46). Fails with INVALID_FORM_BODY. */
export function clockService(clock: MovableClock): ClockServer {
  const now = () => ({ now: new Date(clock.now()) })
  return {
    now: handle(now),
    advance: handle(({ milliseconds }) => {
      const ms = Number(milliseconds)
      if (!Number.isSafeInteger(ms) || ms < 1) {
        throw invalidFields({
          milliseconds: ['NUMBER_OUT_OF_RANGE', { min: 1, max: Number.MAX_SAFE_INTEGER }],
        })
      }
      clock.advance(ms)
      return now()
    }),
  }
}
