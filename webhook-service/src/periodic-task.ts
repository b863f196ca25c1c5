import type { Logger } from '@gatehouse/service-kit/process/log'
import { abortableDelay } from '@gatehouse/service-kit/time/abortable-delay'
import type { Clock } from '@gatehouse/service-kit/time/clock'

type Options = {
  /** For the log. */
  name: string
  run: (now: number) => Promise<void>
  clock: Clock
  log: Logger
  everyMs: number
}

/** Runs a task again and again, also after it failed, for the first time after `everyMs`. */
export function periodicTask({ name, run, clock, log, everyMs }: Options) {
  const closing = new AbortController()
  const running = repeat()

  return {
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }

  async function repeat(): Promise<void> {
    await abortableDelay(closing.signal, everyMs)
    while (!closing.signal.aborted) {
      try {
        await run(clock.now())
      } catch (error) {
        log.warn({ err: error, task: name }, 'periodic task failed; retrying')
      }
      await abortableDelay(closing.signal, everyMs)
    }
  }
}
