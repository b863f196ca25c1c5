const pauseMs = 2

/** Waits for what happens in its own time; the timeout of the test ends it when it does not. */
export async function until(condition: () => unknown): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, pauseMs))
}
