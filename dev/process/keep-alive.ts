import { setTimeout as delay } from 'node:timers/promises'
import type { ManagedProcess } from './managed-process.ts'

const maxWaitMs = 30_000
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
    let isBack = false
    while (!isBack && !signal.aborted) isBack = await attempt(process)
  }

  async function attempt(process: ManagedProcess): Promise<boolean> {
    const waitMs = nextWait(waits.get(process.name))
    waits.set(process.name, { waitMs, startedAt: performance.now() + waitMs })
    say(`${process.name} is started again in ${waitMs / 1_000} s`)
    try {
      await delay(waitMs, undefined, { signal })
      await process.start(signal)
    } catch (error) {
      if (!signal.aborted) say(error instanceof Error ? error.message : String(error))
      return false
    }
    say(`${process.name} is ready again`)
    onRestarted()
    return true
  }
}

function nextWait(last: { waitMs: number; startedAt: number } | undefined): number {
  if (!last || performance.now() - last.startedAt > stableAfterMs) return firstWaitMs
  return Math.min(last.waitMs * 2, maxWaitMs)
}
