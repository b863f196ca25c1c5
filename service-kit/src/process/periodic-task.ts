import type { Clock } from '../time/clock.ts'
import type { Logger } from './log.ts'
import { type PollingLoop, pollingLoop } from './polling-loop.ts'

type Options = {
  /** For the log. */
  name: string
  run: (now: number) => Promise<void>
  clock: Clock
  log: Logger
  everyMs: number
}

/** Runs a task again and again, also after it failed, for the first time after `everyMs`. */
export function periodicTask({ name, run, clock, log, everyMs }: Options): PollingLoop {
  return pollingLoop({
    work: async () => {
      await run(clock.now())
      return everyMs
    },
    startsAfterMs: everyMs,
    backoff: { minMs: everyMs, maxMs: everyMs },
    onFailure: (error) => log.warn({ err: error, task: name }, 'periodic task failed; retrying'),
  })
}
