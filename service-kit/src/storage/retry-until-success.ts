import { abortableDelay } from '../time/abortable-delay.ts'

const pauseMs = 500

/** `tried` resolves after the first attempt, successful or not. */
export function retryUntilSuccess(attempt: () => Promise<unknown>): {
  tried: Promise<void>
  stop(): Promise<void>
} {
  const stopped = new AbortController()
  const once = () =>
    attempt().then(
      () => true,
      // The attempt logs its own failures.
      () => false,
    )
  const first = once()
  const done = repeat(first, once, stopped.signal)
  return {
    tried: first.then(() => {}),
    stop() {
      stopped.abort()
      return done
    },
  }
}

async function repeat(
  first: Promise<boolean>,
  again: () => Promise<boolean>,
  stopped: AbortSignal,
): Promise<void> {
  let succeeded = await first
  while (!succeeded && !stopped.aborted) {
    await abortableDelay(stopped, pauseMs)
    if (!stopped.aborted) succeeded = await again()
  }
}
