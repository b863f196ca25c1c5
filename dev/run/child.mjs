import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { pinnedEnvironment, pinnedNode, root } from './paths.mjs'
import { shareLock } from './prepare-lock.mjs'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
const sameSignalWithinMs = 1_000

/**
 * Runs a program with our terminal and returns its exit code (128 + number if a signal ended it). It gets Ctrl-C exactly
 * once: the terminal sends it to every process of the group and npm sends it again, so the child has a group of its own.
 */
export function runChild(program, args, { env = pinnedEnvironment(), stdio = 'inherit' } = {}) {
  const child = spawn(program, args, { cwd: root, env, stdio, detached: true })
  if (child.pid !== undefined) shareLock(child.pid)
  const lastSent = new Map()
  const forward = (signal) => {
    if (performance.now() - (lastSent.get(signal) ?? Number.NEGATIVE_INFINITY) < sameSignalWithinMs) return
    lastSent.set(signal, performance.now())
    child.kill(signal)
  }
  for (const signal of forwarded) process.on(signal, forward)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  }).finally(() => {
    for (const signal of forwarded) process.off(signal, forward)
  })
}

export function runNode(...args) {
  return runChild(pinnedNode, args)
}

/** Runs the pinned Node with an IPC channel: when it closes, the supervisor stops what it started. */
export function runSupervisor(...args) {
  return runChild(pinnedNode, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
}
