import type { Clock } from '@gatehouse/service-kit/time/clock'

const minDelayMs = 60_000
const maxDelayMs = 60 * 60_000

export function retries(clock: Clock) {
  const failed = new Map<string, { delayMs: number; at: number }>()

  return {
    isDue: (key: string): boolean => (failed.get(key)?.at ?? 0) <= clock.now(),
    noteSuccess: (key: string): void => void failed.delete(key),

    noteFailure(key: string): number {
      const delayMs = Math.min(maxDelayMs, (failed.get(key)?.delayMs ?? minDelayMs / 2) * 2)
      failed.set(key, { delayMs, at: clock.now() + delayMs })
      return delayMs
    },

    /** Evicts keys that have been due for an hour: another process has handled them. */
    forgetOld(): void {
      for (const [key, { at }] of failed) if (at + maxDelayMs <= clock.now()) failed.delete(key)
    },
  }
}
