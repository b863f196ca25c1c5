import { readFileSync } from 'node:fs'

/** Ticks of /proc, which Linux shows to programs as hundredths of a second on every machine. */
const tickUs = 10_000

/** The processor time of a process since it began, in microseconds; null for one that is gone, and where there is no /proc. */
export function processorTimeUs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in parentheses and may hold anything; the fields after it are numbered from 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickUs
  } catch {
    return null
  }
}
