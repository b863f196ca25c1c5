import { setTimeout as pause } from 'node:timers/promises'

type Options = {
  timeoutMs?: number
  everyMs?: number
  signal?: AbortSignal
  /** Called after the timeout: what the attempt still waits for. */
  show?: (() => unknown) | undefined
}

/**
 * Repeats an attempt until it neither throws nor returns false; returns its result. After the timeout, rejects with the last
 * error or with what `show` returns.
 */
export async function until<T>(
  attempt: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs = 25, signal, show }: Options = {},
): Promise<Exclude<T, false>> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    signal?.throwIfAborted()
    const outcome = await attemptOnce(attempt)
    // A result other than false.
    if ('result' in outcome && outcome.result !== false) return outcome.result as Exclude<T, false>
    if (performance.now() >= deadline) throw expired(timeoutMs, attempt, outcome, show)
    await pause(everyMs)
  }
}

type Outcome<T> = { result: T } | { error: unknown }

async function attemptOnce<T>(attempt: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { result: await attempt() }
  } catch (error) {
    return { error }
  }
}

function expired(
  timeoutMs: number,
  attempt: () => unknown,
  outcome: Outcome<unknown>,
  show: Options['show'],
): unknown {
  if ('error' in outcome) return outcome.error
  const waitedFor = show ? JSON.stringify(show()) : String(attempt)
  return new Error(`Not within ${timeoutMs} ms: ${waitedFor}`)
}
