import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process by pid and start time: the system may give the same pid to a later process. */
export type ProcessIdentity = { pid: number; startedAt: string }

/** The identity of a running process; undefined if no process with this pid runs. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return identify(pid)?.startedAt === startedAt
}

function startTimeFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses and may contain blanks; the fields after it do not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, ticksSinceBoot] = [fields[0], fields[19]]
    const isZombie = state === 'Z' || state === 'X'
    return isZombie
      ? undefined
      : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticksSinceBoot}`
  } catch {
    // The file disappears with its process.
    return undefined
  }
}

function startTimeFromPs(pid: number): string | undefined {
  return (
    spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || undefined
  )
}
