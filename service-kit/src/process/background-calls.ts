import { abortableDelay } from '../time/abortable-delay.ts'

export type BackgroundCalls = ReturnType<typeof backgroundCalls>

type Options = {
  /** Before the second try; before the third it is three times as long. Default: 1 s. */
  pauseMs?: number
  /** More calls fail at once: an outage must not fill the memory. */
  maxRunning?: number
}

/** The deadline of one try: with the pauses, a call ends within ten seconds. */
export const backgroundDeadlineMs = 2000

/** Calls that nobody waits for, tried up to three times. */
export function backgroundCalls({ pauseMs = 1000, maxRunning = 1000 }: Options = {}) {
  const pausesMs = [pauseMs, 3 * pauseMs]
  const closing = new AbortController()
  const running = new Set<Promise<void>>()

  async function repeat(first: Promise<unknown>, attempt: () => Promise<unknown>): Promise<void> {
    let outcome = first
    for (const milliseconds of pausesMs) {
      try {
        return void (await outcome)
      } catch {
        await abortableDelay(closing.signal, milliseconds)
        outcome = attempt()
      }
    }
    await outcome
  }

  return {
    /** Resolves after the first try. `onFailure` gets the error of the last one. */
    async run(attempt: () => Promise<unknown>, onFailure: (error: unknown) => void): Promise<void> {
      if (running.size >= maxRunning) return onFailure(new Error(`${maxRunning} calls are being repeated`))
      const start = async () => attempt()
      const first = start()
      const all = repeat(first, start)
        .catch(onFailure)
        .finally(() => running.delete(all))
      running.add(all)
      // `repeat` handles its failure.
      await first.catch(() => {})
    },

    /** Resolves when all calls ended; the tries that are left follow without a pause. */
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(running)
    },
  }
}
