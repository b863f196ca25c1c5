import type { Logger } from '@gatehouse/service-kit/process/log'
import { abortableDelay } from '@gatehouse/service-kit/time/abortable-delay'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { MessageStore } from './message-store.ts'

type Options = {
  messages: Pick<MessageStore, 'sweep'>
  clock: Clock
  log: Logger
  everyMs: number
}

export function sweeper({ messages, clock, log, everyMs }: Options) {
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
        await messages.sweep(clock.now())
      } catch (error) {
        log.warn({ err: error }, 'sweep of expired deduplication keys failed')
      }
      await abortableDelay(closing.signal, everyMs)
    }
  }
}
