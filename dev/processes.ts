import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { removeStackFile, type StackFile, writeStackFile } from '@gatehouse/admin/stack-file'
import { processGroup } from './process/process-group.ts'
import { claimRecord } from './process/process-record.ts'
import { launchStack } from './stack/launch-stack.ts'
import { type StackOptions, withDefaults } from './stack/stack-options.ts'

export type Stack = Awaited<ReturnType<typeof startProcesses>>

/**
 * Starts the whole stack, each part as a process of its own, and resolves when all are ready. Rejects, with everything
 * stopped again, if a part cannot start, if another supervisor runs on the folder or another
 * version filled it, or if aborted.
 */
export async function startProcesses(given: StackOptions) {
  const options = withDefaults(given)
  const { folder, say } = options
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const record = await claimRecord(join(folder, 'processes.json'), (names) =>
    say(`ending what a killed supervisor left behind: ${names.join(', ')}`),
  )
  const ending = new AbortController()
  let ready: Omit<StackFile, 'pids'> | undefined
  const pids = (): Record<string, number> => ({ supervisor: process.pid, ...group.pids() })
  const announce = () => {
    if (ready && !ending.signal.aborted) writeStackFile(folder, { ...ready, pids: pids() })
  }
  const group = processGroup({
    record,
    say,
    restarts: options.isKeptAlive,
    onChange: announce,
    signal: ending.signal,
  })

  const end = async () => {
    record.markStopping()
    ending.abort()
    removeStackFile(folder)
    await group.stop()
    record.release()
  }
  let ended: Promise<void> | undefined
  const stop = (): Promise<void> => {
    ended ??= end()
    return ended
  }

  try {
    removeStackFile(folder)
    const stack = await launchStack(options, group)
    ready = stack
    announce()
    return {
      ...stack,
      folder,
      pids,
      /** Ends one process as a crash would; it stays away until `restart`, even if the stack is kept alive. */
      kill: (name: string) => group.get(name).kill(),
      /** Stops one process if it runs and resolves when it is ready again, at the same address. */
      async restart(name: string): Promise<void> {
        await group.get(name).stop()
        await group.get(name).start(ending.signal)
        announce()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
