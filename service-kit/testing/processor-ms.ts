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

/** The least of three: a garbage collection, or a busy second thread of the processor core, can double one of them. */
export function leastProcessorMs(work: () => void): number {
  return Math.min(processorMs(work), processorMs(work), processorMs(work))
}
