import { readdirSync, readFileSync } from 'node:fs'

/** Ticks per second in /proc: 100 on every Linux. */
const tickUs = 10_000

/** The processor time of a process in microseconds; null if it is gone or there is no /proc. */
export function processorTimeUs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in parentheses and may contain anything; the fields after it start at 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickUs
  } catch {
    return null
  }
}

/** The processor time of the main thread or of all threads in microseconds, more exact than in ticks. Linux only. */
export function threadTimeUs(pid: number, threads: 'main' | 'all'): number {
  const ids = threads === 'main' ? [String(pid)] : readdirSync(`/proc/${pid}/task`)
  return ids.reduce((sum, id) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')
    return sum + Number(nanoseconds) / 1000
  }, 0)
}
