import { isAlive, type ProcessIdentity } from './process-identity.ts'
import { until } from './until.ts'

/** Ends a process that need not be our child: SIGTERM first, SIGKILL when it is still there after `graceMs`. */
export async function endProcess(target: ProcessIdentity, graceMs = 5_000): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isAlive(target)) return
    signalProcess(target.pid, signal)
    await until(() => !isAlive(target), { timeoutMs: graceMs })
  }
}

/** Sends a signal; that the process is already gone is fine. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
