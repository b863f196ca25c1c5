import { setTimeout } from 'node:timers/promises'
import { counter, gauge, type Metric } from '@gatehouse/service-kit/metrics/metric'

type Options = {
  /** Maximum number of waiting callers in total, and per queue. */
  max?: number
  maxEach?: number
  maxWaitMs?: number
  /** How often the first in a queue retries without being woken. */
  pollMs?: number
}

type Queue = { length: number; last: Promise<unknown>; outcome: PromiseWithResolvers<void> }

export type AttemptQueues = ReturnType<typeof attemptQueues>

/** The first in a queue retries when woken, and every `pollMs`: other replicas cannot wake it. */
export function attemptQueues({ max = 256, maxEach = 16, maxWaitMs = 2000, pollMs = 100 }: Options = {}) {
  const queues = new Map<string, Queue>()
  let waiting = 0
  const waits = counter({
    labelNames: ['outcome'],
    name: 'gatehouse_password_waits_total',
    help: 'Password attempts that had to wait for the result of others in flight, by `outcome`: `decided`, `expired` after 2 s, or `full` if too many waited already.',
  })

  return {
    /** Null if there is no result in time or too many callers wait. */
    async wait<Result>(
      name: string,
      retry: () => Promise<Result | null>,
      signal: AbortSignal,
    ): Promise<Result | null> {
      const queue = queues.get(name) ?? {
        length: 0,
        last: Promise.resolve(),
        outcome: Promise.withResolvers(),
      }
      if (waiting >= max || queue.length >= maxEach) {
        waits.inc({ outcome: 'full' })
        return null
      }
      queues.set(name, queue)
      waiting += 1
      queue.length += 1
      const until = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)])
      const turn = queue.last.then(() => retryUntil(queue, retry, until, pollMs))
      queue.last = turn.catch(() => {})
      try {
        const result = await turn
        waits.inc({ outcome: result === null ? 'expired' : 'decided' })
        return result
      } finally {
        waiting -= 1
        queue.length -= 1
        if (queue.length === 0) queues.delete(name)
      }
    },

    wake(name: string): void {
      queues.get(name)?.outcome.resolve()
    },

    metrics: [
      gauge({
        name: 'gatehouse_passwords_waiting',
        help: 'Password attempts that wait for the result of others in flight.',
        collect: (metric) => metric.set(waiting),
      }),
      waits,
    ] as const satisfies Metric[],
  }
}

async function retryUntil<Result>(
  queue: Queue,
  retry: () => Promise<Result | null>,
  until: AbortSignal,
  pollMs: number,
): Promise<Result | null> {
  while (!until.aborted) {
    // Before the retry, so that an outcome in the meantime is not missed.
    queue.outcome = Promise.withResolvers()
    const result = await retry()
    if (result !== null) return result
    await Promise.race([queue.outcome.promise, pause(pollMs, until)])
  }
  return null
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}
