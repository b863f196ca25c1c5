import { spawnSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const nice = 10

/**
 * Lets everything else go first, for a thread with long work of its own. Linux gives every thread its own nice value and
 * takes 0 for the calling one; elsewhere this would slow the whole process, so there it does nothing. A niced thread keeps
 * its core for some milliseconds when a request wakes up; one of the idle class gives it at once (docs/decisions/0010). Where
 * util-linux is not there to ask for that class, the nice value stands.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  setPriority(0, Math.max(getPriority(), nice))
  // pid/task/tid of the thread that reads it.
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? ''
  spawnSync('chrt', ['--idle', '--pid', '0', thread], { stdio: 'ignore' })
}
