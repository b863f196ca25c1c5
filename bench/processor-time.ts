import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds by class of threads: `main`, `hashing`, `v8` (collector, compiler), `pool` (of libuv), `other`. Other programs: all `other`. */
export type ThreadTimes = Record<string, number>
export type ProcessUse = { threadsUs: ThreadTimes; switches: number }

const classes: Record<string, string> = {
  MainThread: 'main',
  hashing: 'hashing',
  V8Worker: 'v8',
  DelayedTaskSche: 'v8',
  'libuv-worker': 'pool',
}

/** Processor time and context switches of a process since its start; null if it is gone or there is no /proc. Threads that ended are not counted. */
export function processUse(pid: number): ProcessUse | null {
  try {
    const use: ProcessUse = { threadsUs: {}, switches: 0 }
    for (const id of readdirSync(`/proc/${pid}/task`)) {
      const folder = `/proc/${pid}/task/${id}`
      const name = classes[readFileSync(`${folder}/comm`, 'utf8').trim()] ?? 'other'
      use.threadsUs[name] = (use.threadsUs[name] ?? 0) + timeUs(folder)
      for (const [, count] of readFileSync(`${folder}/status`, 'utf8').matchAll(
        /voluntary_ctxt_switches:\s+(\d+)/g,
      ))
        use.switches += Number(count)
    }
    return use
  } catch {
    return null
  }
}

/** The processor time of the main thread or of all threads in microseconds. Linux only. */
export function threadTimeUs(pid: number, threads: 'main' | 'all'): number {
  const ids = threads === 'main' ? [String(pid)] : readdirSync(`/proc/${pid}/task`)
  return ids.reduce((sum, id) => sum + timeUs(`/proc/${pid}/task/${id}`), 0)
}

function timeUs(folder: string): number {
  const [nanoseconds] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1000
}

/** Ticks per second in /proc: 100 on every Linux. */
const tickUs = 10_000

/** The processor time of this process and of its children that ended: what sends the load. Null without /proc. */
export function generatorTimeUs(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // The program's name is in parentheses and may contain anything; the fields after it start at 3. 14 to 17 are times.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tickUs
  } catch {
    return null
  }
}

/** How long the processors were taken by other virtual machines, in microseconds of all of them. */
export function stolenUs(): number {
  try {
    const [, , , , , , , , stolen] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/)
    return Number(stolen) * tickUs
  } catch {
    return 0
  }
}
