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

/** The least of several measurements, up to the first below the limit. Those above it are divided by how much slower the processor is now. */
export function leastOf(limit: number, measure: () => number): number {
  let least = Number.POSITIVE_INFINITY
  for (let count = 0; count < maxMeasurements && least >= limit; count += 1) {
    const measured = measure()
    least = Math.min(least, measured < limit ? measured : measured / slowness())
  }
  return least
}

/** Processor time of the reference work where the limits were chosen, while nothing else ran. */
const referenceMs = 2
let isWarm = false

/** How many times slower than there this processor is, at least 1. What shares its cores and caches changes it from minute to minute. */
export function slowness(): number {
  if (!isWarm) for (let count = 0; count < 60; count += 1) referenceWork()
  isWarm = true
  const runs = Array.from({ length: 5 }, () => processorMs(referenceWork))
  return Math.max(1, Math.min(...runs) / referenceMs)
}

const referenceText = JSON.stringify(
  Array.from({ length: 400 }, (_, id) => ({ id, name: `item ${id} <b> & more`, tags: ['a', `b${id}`] })),
)

/** Parses, replaces, splits, sorts and collects, as what is measured does. */
function referenceWork(): number {
  let length = 0
  for (let round = 0; round < 4; round += 1) {
    const items = JSON.parse(referenceText) as { name: string; tags: string[] }[]
    for (const { name, tags } of items)
      length += name.replace(/[<>&]/g, (mark) => `\\${mark}`).length + tags.join(',').split(',').length
    items.sort((one, other) => (one.name < other.name ? 1 : -1))
    length += new Map(items.map((item) => [item.name, item])).size
  }
  return length
}
