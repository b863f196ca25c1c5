import type { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { invalidFields } from '../errors/service-error.ts'
import type { Handlers } from '../grpc/server-call.ts'
import type { MovableClock } from './clock.ts'

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
    async advance({ milliseconds }) {
      const ms = Number(milliseconds)
      if (!Number.isSafeInteger(ms) || ms < 1) {
        throw invalidFields({
          milliseconds: ['NUMBER_OUT_OF_RANGE', { min: 1, max: Number.MAX_SAFE_INTEGER }],
        })
      }
      await before?.()
      await clock.advance(ms)
      await after?.()
      return now()
    },
  }
}
