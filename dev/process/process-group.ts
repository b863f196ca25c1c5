import {
  type ManagedProcess,
  managedProcess,
  type ProcessEvents,
  type ProcessSpec,
} from './managed-process.ts'
import type { ProcessRecord } from './process-record.ts'

type GroupOptions = {
  record: ProcessRecord
  onUnexpectedExit?: (process: ManagedProcess, how: string) => void
}

/** Processes that are started in phases and stopped phase by phase, the last first. */
export type ProcessGroup = ReturnType<typeof processGroup>

/** An empty group; every process of it stands in the record from its first moment to its end. */
export function processGroup({ record, onUnexpectedExit }: GroupOptions) {
  const members = new Map<string, { process: ManagedProcess; phase: number }>()

  const events: ProcessEvents = {
    onSpawn: record.add,
    onExit: record.remove,
    onUnexpectedExit: (name, how) => onUnexpectedExit?.(get(name), how),
  }

  const get = (name: string): ManagedProcess => {
    const member = members.get(name)
    if (!member)
      throw new Error(`${name} is not among the processes started here: ${[...members.keys()].join(', ')}`)
    return member.process
  }

  const phase = (number: number) => [...members.values()].filter((member) => member.phase === number)

  return {
    get,
    /** Adds a process and starts it; resolves when it is ready. */
    async start(spec: ProcessSpec, inPhase: number, signal?: AbortSignal): Promise<void> {
      const process = managedProcess(spec, events)
      members.set(spec.name, { process, phase: inPhase })
      await process.start(signal)
    },
    /** The pids of those that run now. */
    pids(): Record<string, number> {
      const running = [...members.values()].map(({ process }) => [process.name, process.pid()] as const)
      return Object.fromEntries(running.filter((entry): entry is [string, number] => entry[1] !== undefined))
    },
    /** Ends all of them, also those that are just starting. */
    async stop(say: (line: string) => void = () => {}): Promise<void> {
      for (const number of [...new Set([...members.values()].map((member) => member.phase))]
        .sort()
        .reverse()) {
        const running = phase(number).filter(({ process }) => process.pid() !== undefined)
        if (running.length > 0) say(`stopping ${running.map(({ process }) => process.name).join(', ')}`)
        await Promise.all(running.map(({ process }) => process.stop()))
      }
    },
  }
}
