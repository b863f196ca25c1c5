import type { HashCost } from './hash-job.ts'

const most = 32
const times = new Map<string, number[]>()

/** Notes how long verifying a hash of this cost took on this thread, in milliseconds. */
export function noteTime(cost: HashCost, ms: number): void {
  const key = JSON.stringify(cost)
  times.set(key, [ms, ...(times.get(key) ?? [])].slice(0, most))
}

/**
 * One of the times noted last, drawn anew each time: whoever takes as long as that takes no more and no less than the others, and varies as
 * they do. Undefined before the first.
 */
export function drawTime(cost: HashCost): number | undefined {
  const noted = times.get(JSON.stringify(cost)) ?? []
  return noted[Math.floor(Math.random() * noted.length)]
}
