import { setTimeout as delay } from 'node:timers/promises'
import { runCommand } from '../process/run-command.ts'

export type RunOptions = { say: (line: string) => void; signal?: AbortSignal | undefined }

type AptOptions = RunOptions & { run?: typeof runCommand; lockWaitMs?: number; retryEveryMs?: number }

/** What apt-get and dpkg print about a lock that another process has; its pid is the first group. */
const lockedBy = /lock.*(?:held by process|process with pid) (\d+)/

/** Installs Debian packages as root. Waits for another process that uses apt, and repairs an interrupted installation. */
export async function aptInstall(packages: string[], options: AptOptions): Promise<void> {
  await whenUnlocked('apt-get', ['update', '-q'], options)
  // Completes an interrupted installation; --fix-broken repairs the rest, such as missing dependencies.
  await whenUnlocked('dpkg', ['--configure', '-a'], options).catch((error: Error) => {
    if (lockedBy.test(error.message)) throw error
  })
  const install = ['install', '-y', '-q', '--no-install-recommends', '--fix-broken', ...packages]
  await whenUnlocked('apt-get', install, options)
}

async function whenUnlocked(
  command: string,
  args: string[],
  { say, signal, run = runCommand, lockWaitMs = 300_000, retryEveryMs = 1_000 }: AptOptions,
): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }
  const deadline = performance.now() + lockWaitMs
  let announced: string | undefined
  for (;;) {
    try {
      await run(command, args, { env, signal, tailLines: 10 })
      return
    } catch (error) {
      signal?.throwIfAborted()
      const [, holder] = lockedBy.exec(error instanceof Error ? error.message : '') ?? []
      if (holder === undefined || performance.now() >= deadline) throw error
      if (holder !== announced)
        say(`waiting for process ${holder}, which uses apt (at most ${lockWaitMs / 1_000} s)`)
      announced = holder
    }
    await delay(retryEveryMs, undefined, signal ? { signal } : {})
  }
}
