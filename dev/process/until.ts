import { setTimeout as delay } from 'node:timers/promises'

type UntilOptions = { signal?: AbortSignal | undefined; everyMs?: number; timeoutMs?: number }

/** Polls until the condition holds; returns false after `timeoutMs`, rejects when aborted. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { signal, everyMs = 25, timeoutMs = Number.POSITIVE_INFINITY }: UntilOptions = {},
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    signal?.throwIfAborted()
    if (await condition()) return true
    if (performance.now() >= deadline) return false
    await delay(everyMs, undefined, signal ? { signal } : {})
  }
}
