import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** A line of the file that `npm test -- --profile` reads: dev/run/profile.mjs. */
type Row = { name: string; cpuSeconds: number; starts: number }

const file = process.env.GATEHOUSE_TEST_PROFILE
const ticksPerSecond = 100

let starts = 0
if (file)
  subscribe('child_process', () => {
    starts += 1
  })
let before: { cpuSeconds: number; starts: number } | undefined

/** In a parallel run each file has a root suite of its own, otherwise all files together. */
export function startProfile(): void {
  if (file) before = { cpuSeconds: cpuSecondsOf(process.pid), starts }
}

export function endProfile(root: Mocha.Suite): void {
  if (!before) return
  const files = new Set(root.suites.map((suite) => suite.file))
  const [first = ''] = files
  const name = files.size === 1 ? relative(process.cwd(), first) : `${files.size} files, one after the other`
  const cpuSeconds = cpuSecondsOf(process.pid) - before.cpuSeconds
  writeRow({ name, cpuSeconds, starts: starts - before.starts })
}

/** The processor time of processes that all files share. */
export function profileShared(name: string, pids: number[]): void {
  const cpuSeconds = pids.map(cpuSecondsOf).reduce((sum, each) => sum + each, 0)
  writeRow({ name, cpuSeconds, starts: pids.length })
}

function writeRow(row: Row): void {
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`)
}

/** Of a process and all its children that ended: proc_pid_stat(5), fields 14 to 17. */
function cpuSecondsOf(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const times = fields.split(' ').slice(11, 15).map(Number)
  return times.reduce((sum, each) => sum + each, 0) / ticksPerSecond
}
