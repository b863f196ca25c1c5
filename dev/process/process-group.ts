import { setTimeout as delay } from 'node:timers/promises'
import { type ManagedProcess, managedProcess, type ProcessSpec } from './managed-process.ts'
import type { ProcessRecord } from './process-record.ts'

type GroupOptions = {
  record: ProcessRecord
  say: (line: string) => void
  /** Whether a process that exits unexpectedly is started again. */
  restarts: boolean
  /** Called after an unexpected exit and after the restart that follows it. */
  onChange: () => void
  /** Aborted when the group is about to be stopped. */
  signal: AbortSignal
}

const firstRestartMs = 500
const maxRestartMs = 30_000
const stableAfterMs = 30_000

/** Processes that start in phases and stop phase by phase, the last first. */
export type ProcessGroup = ReturnType<typeof processGroup>

/** An empty group. The record lists each of its processes from spawn to exit. */
export function processGroup({ record, say, restarts, onChange, signal }: GroupOptions) {
  const members = new Map<string, { process: ManagedProcess; phase: number }>()
  const lastRestarts = new Map<string, { waitMs: number; at: number }>()

  const get = (name: string): ManagedProcess => {
    const member = members.get(name)
    if (!member) throw new Error(`There is no process ${name}, only ${[...members.keys()].join(', ')}.`)
    return member.process
  }

  const onUnexpectedExit = async (name: string, reason: string): Promise<void> => {
    say(`${name} ${reason}`)
    onChange()
    let isRunning = !restarts
    while (!isRunning && !signal.aborted) isRunning = await restart(get(name))
  }

  const restart = async (process: ManagedProcess): Promise<boolean> => {
    const last = lastRestarts.get(process.name)
    const isUnstable = last && performance.now() - last.at < stableAfterMs
    const waitMs = isUnstable ? Math.min(last.waitMs * 2, maxRestartMs) : firstRestartMs
    lastRestarts.set(process.name, { waitMs, at: performance.now() + waitMs })
    say(`${process.name} is started again in ${waitMs / 1_000} s`)
    try {
      await delay(waitMs, undefined, { signal })
      await process.start(signal)
    } catch (error) {
      if (!signal.aborted) say(error instanceof Error ? error.message : String(error))
      return false
    }
    say(`${process.name} is ready again`)
    onChange()
    return true
  }

  return {
    get,
    /** Adds a process and starts it; resolves when it is ready. */
    async start(spec: ProcessSpec, phase: number, whileStarting: AbortSignal): Promise<void> {
      const startedAt = performance.now()
      const process = managedProcess(spec, { onSpawn: record.add, onExit: record.remove, onUnexpectedExit })
      members.set(spec.name, { process, phase })
      await process.start(whileStarting)
      say(`${spec.name} is ready (pid ${process.pid()}, ${Math.round(performance.now() - startedAt)} ms)`)
    },
    /** The pids of running processes by name. */
    pids(): Record<string, number> {
      return Object.fromEntries(
        [...members.values()].flatMap(({ process }) => {
          const pid = process.pid()
          return pid === undefined ? [] : [[process.name, pid]]
        }),
      )
    },
    /** Stops all processes, also those that are still starting. */
    async stop(): Promise<void> {
      const phases = new Set([...members.values()].map(({ phase }) => phase))
      for (const phase of [...phases].sort().reverse()) {
        const running = [...members.values()].filter(
          (member) => member.phase === phase && member.process.pid() !== undefined,
        )
        if (running.length > 0) say(`stopping ${running.map(({ process }) => process.name).join(', ')}`)
        await Promise.all(running.map(({ process }) => process.stop()))
      }
    },
  }
}
