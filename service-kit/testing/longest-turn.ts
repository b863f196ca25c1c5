import { threadCpuMs } from './processor-ms.ts'

/** The longest turn of the event loop during some work, in processor time of this thread: it does not depend on other load. */
export async function maxTurnMs(work: () => Promise<unknown>): Promise<number> {
  let maxLength = 0
  let last = threadCpuMs()
  const watch = setInterval(() => {
    maxLength = Math.max(maxLength, threadCpuMs() - last)
    last = threadCpuMs()
  }, 1)
  try {
    await work()
    // The timer has to run once more to measure the last turn.
    await new Promise((resolve) => setTimeout(resolve, 5))
  } finally {
    clearInterval(watch)
  }
  return maxLength
}
