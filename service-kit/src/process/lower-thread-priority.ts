import { spawnSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const nice = 10

/**
 * Only Linux has a nice value per thread. A nice thread still blocks its core for some milliseconds when a
 * request arrives; one in the idle class (`chrt`) yields it at once.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  setPriority(0, Math.max(getPriority(), nice))
  // pid/task/tid of the thread that reads it.
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? ''
  spawnSync('chrt', ['--idle', '--pid', '0', thread], { stdio: 'ignore' })
}
