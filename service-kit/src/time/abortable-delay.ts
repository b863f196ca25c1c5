import { setTimeout as pause } from 'node:timers/promises'

export async function abortableDelay(stopped: AbortSignal, milliseconds: number): Promise<void> {
  try {
    await pause(milliseconds, undefined, { signal: stopped })
  } catch (error) {
    if (!stopped.aborted) throw error
  }
}
