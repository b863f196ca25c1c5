import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process named so that a later one which got the same pid is not mistaken for it. */
export type ProcessIdentity = { pid: number; startedAt: string }

/** The identity of a running process; undefined when no process with this pid runs. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = startTime(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

/** Whether exactly this process still runs. */
export function isAlive(identity: ProcessIdentity): boolean {
  return startTime(identity.pid) === identity.startedAt
}

function startTime(pid: number): string | undefined {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid)
}

function startTimeFromProc(pid: number): string | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The second field is the program's name in parentheses and may hold blanks, so counting starts behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, ticksSinceBoot] = [fields[0], fields[19]]
  if (state === 'Z' || state === 'X') return undefined
  return `${readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim()} ${ticksSinceBoot}`
}

function startTimeFromPs(pid: number): string | undefined {
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return ps.stdout?.trim() || undefined
}

/** Files under /proc vanish with their process, at any moment: that is an answer here, not a failure. */
function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
