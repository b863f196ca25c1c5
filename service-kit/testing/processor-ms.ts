/** How long something keeps this thread's processor at work: unlike wall time it is the same on a machine that is busy. */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
