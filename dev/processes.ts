import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { removeStackFile, type StackFile, writeStackFile } from '@gatehouse/admin/stack-file'
import { keepAlive } from './process/keep-alive.ts'
import { rotateLog } from './process/log-file.ts'
import { processGroup } from './process/process-group.ts'
import { claimRecord } from './process/process-record.ts'
import { launchStack } from './stack/launch-stack.ts'
import { type StackOptions, withDefaults } from './stack/stack-options.ts'

/** A running stack: its addresses, and the means to hurt, heal and end it. */
export type Stack = Awaited<ReturnType<typeof startProcesses>>

/**
 * Starts the whole stack, every part a process of its own, and resolves when all are ready. Rejects, with everything
 * stopped again, when a part cannot be started, when another supervisor runs on the folder, or when aborted.
 */
export async function startProcesses(given: StackOptions) {
  const options = withDefaults(given)
  const { folder, say } = options
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const record = await claimRecord(join(folder, 'processes.json'), {
    onOrphans: (names) => say(`ending what a killed supervisor left behind: ${names.join(', ')}`),
  })
  const ending = new AbortController()
  const revive = keepAlive(say, () => announce(), ending.signal)
  const group = processGroup({ record, onUnexpectedExit: options.isKeptAlive ? revive : () => announce() })

  let ready: Omit<StackFile, 'pids'> | undefined
  const pids = (): Record<string, number> => ({ supervisor: process.pid, ...group.pids() })
  const announce = () => {
    if (ready && !ending.signal.aborted) writeStackFile(folder, { ...ready, pids: pids() })
  }
  const end = async () => {
    record.markStopping()
    ending.abort()
    removeStackFile(folder)
    await group.stop(say)
    record.release()
  }

  let ended: Promise<void> | undefined
  const stop = (): Promise<void> => {
    ended ??= end()
    return ended
  }

  try {
    removeStackFile(folder)
    const { env, ...stack } = await launchStack(options, group, (name) => {
      const file = join(folder, 'logs', `${name}.log`)
      rotateLog(file)
      return file
    })
    ready = stack
    announce()
    return {
      ...stack,
      /** Settings with which a script reaches the parts of this stack. */
      env,
      folder,
      pids,
      /** Ends one process as a crash would; it stays away until `restart`, unless the stack is kept alive. */
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
