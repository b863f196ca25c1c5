import { setTimeout } from 'node:timers/promises'
import { counter, gauge, type Metric } from '@gatehouse/service-kit/metrics/metric'

type Options = {
  /** Waiting callers in all lines, and in each. */
  max?: number
  maxEach?: number
  maxWaitMs?: number
  /** How often the first in a line retries when nothing in this process wakes it. */
  pollMs?: number
}

type Line = { length: number; last: Promise<unknown>; outcome: PromiseWithResolvers<void> }

export type WaitingLines = ReturnType<typeof waitingLines>

/**
 * Lets callers wait for the outcome of what is in flight. Only the first in a line retries: when something in this process came
 * to its end, and every `pollMs`, since other replicas cannot wake it.
 */
export function waitingLines({ max = 256, maxEach = 16, maxWaitMs = 2000, pollMs = 100 }: Options = {}) {
  const lines = new Map<string, Line>()
  let waiting = 0
  const waits = counter({
    labelNames: ['outcome'],
    name: 'gatehouse_password_waits_total',
    help: 'Passwords that had to wait for the outcome of others in flight, by `outcome`: `decided`, `expired` after 2 s, or `full` when too many waited already.',
  })

  return {
    /** What `retry` returns once that is not null; null when it is not within the time, or too many wait already. */
    async wait<Result>(
      name: string,
      retry: () => Promise<Result | null>,
      signal: AbortSignal,
    ): Promise<Result | null> {
      const line = lines.get(name) ?? { length: 0, last: Promise.resolve(), outcome: Promise.withResolvers() }
      if (waiting >= max || line.length >= maxEach) {
        waits.inc({ outcome: 'full' })
        return null
      }
      lines.set(name, line)
      waiting += 1
      line.length += 1
      const until = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)])
      const turn = line.last.then(() => retryUntil(line, retry, until, pollMs))
      line.last = turn.catch(() => {})
      try {
        const result = await turn
        waits.inc({ outcome: result === null ? 'expired' : 'decided' })
        return result
      } finally {
        waiting -= 1
        line.length -= 1
        if (line.length === 0) lines.delete(name)
      }
    },

    /** Lets the first in a line retry now. */
    wake(name: string): void {
      lines.get(name)?.outcome.resolve()
    },

    metrics: [
      gauge({
        name: 'gatehouse_passwords_waiting',
        help: 'Passwords that wait for the outcome of others in flight.',
        collect: (metric) => metric.set(waiting),
      }),
      waits,
    ] as const satisfies Metric[],
  }
}

async function retryUntil<Result>(
  line: Line,
  retry: () => Promise<Result | null>,
  until: AbortSignal,
  pollMs: number,
): Promise<Result | null> {
  while (!until.aborted) {
    // Before the retry, so that an outcome in the meantime is not missed.
    line.outcome = Promise.withResolvers()
    const result = await retry()
    if (result !== null) return result
    await Promise.race([line.outcome.promise, pause(pollMs, until)])
  }
  return null
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {})
}
