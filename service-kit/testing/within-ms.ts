import { cpuPressure } from './cpu-pressure.ts'
import { currentTest } from './running-test.ts'

const maxSamples = 3

/**
 * Runs `work`, and fails the test if it takes longer than the limit. If tasks waited for a processor meanwhile, and it could
 * have been fast enough without that, the test is repeated; after three times it is skipped. A timer in another thread would not
 * show it: the scheduler prefers threads that sleep, so such a timer is late by 5 ms while work takes ten times as long.
 */
export async function withinMs<T>(limitMs: number, work: () => T | Promise<T>): Promise<T> {
  const timer = startTimer()
  const result = await work()
  timer.assertBelow(limitMs)
  return result
}

/** The same for work that a test does in several steps. */
export function startTimer(now: Clocks = clocks) {
  const startedAt = now.elapsedMs()
  const pressureBefore = now.pressureMs()
  return {
    /** By default of the time since the start; of a part of it, the same share was spent waiting for a processor. */
    assertBelow(limitMs: number, measured?: number): void {
      const elapsed = now.elapsedMs() - startedAt
      const time = measured ?? elapsed
      if (time < limitMs) return
      const waitingShare = (now.pressureMs() - pressureBefore) / elapsed
      if (time * (1 - waitingShare) < limitMs) repeatOrSkip()
      throw new Error(`Took ${Math.round(time)} ms; the limit is ${limitMs} ms.`)
    },
  }
}

type Clocks = { elapsedMs(): number; pressureMs(): number }
const clocks: Clocks = { elapsedMs: () => performance.now(), pressureMs }

function pressureMs(): number {
  const { waitingMs, stolenMs } = cpuPressure()
  return waitingMs + stolenMs
}

/** mocha repeats a failed test while fewer attempts were made than it allows. */
function repeatOrSkip(): never {
  const test = currentTest() as Mocha.Runnable & { currentRetry(): number }
  const attempt = test.currentRetry() + 1
  if (attempt < maxSamples) test.retries(attempt)
  else {
    test.title += ' (machine too busy)'
    test.skip()
  }
  throw new Error('Not measured: the machine was too busy.')
}
