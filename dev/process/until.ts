import { setTimeout as delay } from 'node:timers/promises'

type UntilOptions = { signal?: AbortSignal | undefined; everyMs?: number; timeoutMs?: number }

/** Asks again and again until the answer is true; false when `timeoutMs` passed first, rejects when aborted. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  { signal, everyMs = 25, timeoutMs = Number.POSITIVE_INFINITY }: UntilOptions = {},
): Promise<boolean> {
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    signal?.throwIfAborted()
    if (await isTrue()) return true
    if (performance.now() >= giveUpAt) return false
    await delay(everyMs, undefined, signal ? { signal } : {})
  }
}
