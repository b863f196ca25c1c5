import { setTimeout as delay } from 'node:timers/promises'
import type { ManagedProcess } from './managed-process.ts'

const longestWaitMs = 30_000
const firstWaitMs = 500
const stableAfterMs = 30_000

/**
 * Starts processes that died by themselves again: after half a second, then after twice as long each time, until one
 * has run for a while. Stops trying when the signal is aborted.
 */
export function keepAlive(say: (line: string) => void, onRestarted: () => void, signal: AbortSignal) {
  const waits = new Map<string, { waitMs: number; startedAt: number }>()

  return async function revive(process: ManagedProcess, how: string): Promise<void> {
    say(`${process.name} ${how}`)
    while (!signal.aborted) {
      const waitMs = nextWait(waits.get(process.name))
      waits.set(process.name, { waitMs, startedAt: performance.now() + waitMs })
      say(`${process.name} is started again in ${waitMs / 1_000} s`)
      if (
        await succeeds(async () => {
          await delay(waitMs, undefined, { signal })
          await process.start(signal)
        })
      )
        break
    }
  }

  async function succeeds(attempt: () => Promise<void>): Promise<boolean> {
    try {
      await attempt()
      onRestarted()
      return true
    } catch (error) {
      if (!signal.aborted) say(error instanceof Error ? error.message : String(error))
      return false
    }
  }
}

function nextWait(last: { waitMs: number; startedAt: number } | undefined): number {
  if (!last || performance.now() - last.startedAt > stableAfterMs) return firstWaitMs
  return Math.min(last.waitMs * 2, longestWaitMs)
}
