import { spawnSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const nice = 10

/**
 * Lowers the priority of the calling thread, for threads with long CPU work. Only Linux has a nice value per thread, so other systems
 * are left alone. A thread with a high nice value still keeps its core for some milliseconds when a request arrives; a thread in the
 * idle class yields it at once. Without `chrt` of util-linux only the nice value is raised.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  setPriority(0, Math.max(getPriority(), nice))
  // pid/task/tid of the thread that reads it.
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? ''
  spawnSync('chrt', ['--idle', '--pid', '0', thread], { stdio: 'ignore' })
}
