let current: Mocha.Runnable | undefined
const cleanups = new Map<unknown, () => unknown>()

/** Called by root hooks, before a test and after it. */
export function setCurrentTest(test: Mocha.Runnable | undefined): void {
  current = test
}

export function currentTest(): Mocha.Runnable {
  if (!current) throw new Error('No test is running.')
  return current
}

export function isTestRunning(): boolean {
  return current !== undefined
}

/**
 * Runs `cleanup` after the current test, also if it fails; replaces an earlier one of the same owner. What a test breaks is mended
 * so, for the tests after it.
 */
export function afterTest(owner: unknown, cleanup: () => unknown): void {
  cleanups.set(owner, cleanup)
}

export function cancelAfterTest(owner: unknown): void {
  cleanups.delete(owner)
}

/** Called by a root hook; the latest first. */
export async function runAfterTest(): Promise<void> {
  const pending = [...cleanups.values()].reverse()
  cleanups.clear()
  for (const cleanup of pending) await cleanup()
}
