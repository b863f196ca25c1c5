import type { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { invalidFields } from '../errors/service-error.ts'
import type { Handlers } from '../grpc/server-call.ts'
import type { MovableClock } from '../time/clock.ts'
import { durationMs } from '../time/duration.ts'

const maxMs = 100 * 365 * 86_400_000

/** What a process does before and after its clock moves. If one of them throws, the move fails. */
export type AroundMoves = {
  before?: () => Promise<void>
  after?: () => Promise<void>
}

export function clockService(
  clock: MovableClock,
  { before, after }: AroundMoves = {},
): Handlers<typeof ClockService> {
  const now = () => ({ now: new Date(clock.now()) })
  return {
    now,
    async advance({ by }) {
      const ms = by ? durationMs(by) : 0
      if (ms < 1 || ms > maxMs)
        throw invalidFields({ by: ['DURATION_OUT_OF_RANGE', { min: '1 ms', max: '100 years' }] })
      await before?.()
      await clock.advance(ms)
      await after?.()
      return now()
    },
  }
}
