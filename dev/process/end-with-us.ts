import { signalProcess } from './end-process.ts'

const pids = new Set<number>()

process.on('exit', () => {
  for (const pid of pids) signalProcess(pid, 'SIGTERM')
})

/** Sees to it that a process is asked to end should we exit before it, as after an error that nobody caught. */
export function endWithUs(pid: number): void {
  pids.add(pid)
}

/** Forgets a process that has ended: its pid may soon be another's. */
export function hasEnded(pid: number): void {
  pids.delete(pid)
}
