import { setTimeout as pause } from 'node:timers/promises'

/** Waits, by the real clock, until the time is over or something is stopped; at once when it is stopped already. */
export async function abortableDelay(stopped: AbortSignal, milliseconds: number): Promise<void> {
  try {
    await pause(milliseconds, undefined, { signal: stopped })
  } catch (error) {
    // Being stopped is one of the two ways to be done.
    if (!stopped.aborted) throw error
  }
}
