/** CPU time of this thread: unlike elapsed time, it does not grow with the load of the machine. */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
