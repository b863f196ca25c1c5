const pauseMs = 2

/** Waits for what happens in its own time; the timeout of the test ends it when it does not. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, pauseMs))
}
