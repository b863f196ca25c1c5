import { maxMeasurements } from './processor-ms.ts'

/**
 * The lowest processor time of this process over several runs. Unlike elapsed time, it does not grow with the load of the
 * machine. Stops at the first run below the limit.
 */
export async function shortestCpuMs(limitMs: number, run: () => unknown): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < maxMeasurements && shortest >= limitMs; attempt++) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    shortest = Math.min(shortest, (user + system) / 1000)
  }
  return shortest
}
