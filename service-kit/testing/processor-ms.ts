/** CPU time of this thread in milliseconds: unlike elapsed time, it does not grow with the load of the machine. */
export function threadCpuMs(): number {
  // Linux counts the time of a running thread at clock ticks, every 4 ms. Reading the time of its process counts it now.
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export function processorMs(work: () => void): number {
  const before = threadCpuMs()
  work()
  return threadCpuMs() - before
}

export const maxMeasurements = 12

/**
 * The least processor time of several runs: on a busy machine, the compiler and the second thread of a processor core can make one
 * run many times longer. Stops at the first run below the limit.
 */
export function leastProcessorMs(limitMs: number, work: () => void): number {
  return leastOf(limitMs, () => processorMs(work))
}

/** The least of several measurements, up to the first below the limit. */
export function leastOf(limit: number, measure: () => number): number {
  let least = Number.POSITIVE_INFINITY
  for (let count = 0; count < maxMeasurements && least >= limit; count += 1)
    least = Math.min(least, measure())
  return least
}
