let current: Mocha.Runnable | undefined

/** Called by a root hook before each test. */
export function setCurrentTest(test: Mocha.Runnable | undefined): void {
  current = test
}

export function currentTest(): Mocha.Runnable {
  if (!current) throw new Error('No test is running.')
  return current
}
