import { getPriority, setPriority } from 'node:os'

const nice = 10

/**
 * Lets everything else go first, for a thread with long work of its own. Linux gives every thread its own nice value and
 * takes 0 for the calling one; elsewhere this would slow the whole process, so there it does nothing.
 */
export function stepAside(): void {
  if (process.platform === 'linux') setPriority(0, Math.max(getPriority(), nice))
}
