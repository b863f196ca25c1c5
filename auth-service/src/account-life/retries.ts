import type { Clock } from '@gatehouse/service-kit/time/clock'

const shortestMs = 60_000
const maxMs = 60 * 60_000

/** Remembers what failed and when to try it again: each time twice as late as before, an hour at most. */
export function retries(clock: Clock) {
  const failed = new Map<string, { pauseMs: number; at: number }>()

  return {
    isDue: (key: string): boolean => (failed.get(key)?.at ?? 0) <= clock.now(),
    noteSuccess: (key: string): void => void failed.delete(key),

    /** Returns for how many milliseconds it is not due. */
    noteFailure(key: string): number {
      const pauseMs = Math.min(maxMs, (failed.get(key)?.pauseMs ?? shortestMs / 2) * 2)
      failed.set(key, { pauseMs, at: clock.now() + pauseMs })
      return pauseMs
    },

    /** Drops what has been due for so long that it must have been settled elsewhere. */
    forgetOld(): void {
      for (const [key, { at }] of failed) if (at + maxMs <= clock.now()) failed.delete(key)
    },
  }
}
