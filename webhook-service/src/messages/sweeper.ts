import type { Logger } from '@gatehouse/service-kit/process/log'
import { abortableDelay } from '@gatehouse/service-kit/time/abortable-delay'
import type { Clock } from '@gatehouse/service-kit/time/clock'

type Options = {
  sweep: (now: number) => Promise<void>
  clock: Clock
  log: Logger
  everyMs: number
}

/** Removes expired parts of documents, which TTL indexes cannot. */
export function sweeper({ sweep, clock, log, everyMs }: Options) {
  const closing = new AbortController()
  const running = run()

  return {
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    await abortableDelay(closing.signal, everyMs)
    while (!closing.signal.aborted) {
      try {
        await sweep(clock.now())
      } catch (error) {
        log.warn({ err: error }, 'sweep of expired data failed')
      }
      await abortableDelay(closing.signal, everyMs)
    }
  }
}
