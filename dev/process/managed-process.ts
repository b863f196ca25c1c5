import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { signalProcess } from './end-process.ts'
import { endWithUs, hasEnded } from './end-with-us.ts'
import { type LogStart, logStart, logTail } from './log-file.ts'

/** How to run one process and how to tell that it is ready. */
export type ProcessSpec = {
  name: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  logFile: string
  /** Resolves when the process does its work; must reject soon after the signal is aborted. */
  ready: (signal: AbortSignal) => Promise<void>
  readyTimeoutMs?: number
  stopTimeoutMs?: number
}

/** What the owner of a process wants to hear, besides what its own calls answer. */
export type ProcessEvents = {
  onSpawn?: (name: string, pid: number) => void
  onExit?: (name: string) => void
  /** It had been ready and ended although nobody asked it to; `how` is its exit code or signal with its last lines. */
  onUnexpectedExit?: (name: string, how: string) => void
}

/** A process that can be started and ended again and again under one name. */
export type ManagedProcess = ReturnType<typeof managedProcess>

type Run = { child: ChildProcess; log: LogStart; ended: Promise<string>; isReady: boolean; isEnding: boolean }

/** Describes a process without starting it. */
export function managedProcess(spec: ProcessSpec, events: ProcessEvents = {}) {
  let run: Run | undefined

  const begin = (): Run => {
    const begun = launch(spec)
    run = begun
    if (begun.child.pid !== undefined) events.onSpawn?.(spec.name, begun.child.pid)
    begun.ended.then((how) => {
      if (run === begun) run = undefined
      events.onExit?.(spec.name)
      if (begun.isReady && !begun.isEnding) events.onUnexpectedExit?.(spec.name, how)
    })
    return begun
  }

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!run) return
    run.isEnding = true
    await endRun(run, signal, spec.stopTimeoutMs ?? 12_000)
  }

  return {
    name: spec.name,
    logFile: spec.logFile,
    pid: () => run?.child.pid,
    /** Starts the process and resolves when it is ready; ends it and rejects when it dies or the signal is aborted. */
    async start(signal?: AbortSignal): Promise<void> {
      if (run) return
      signal?.throwIfAborted()
      const begun = begin()
      try {
        await becomesReady(begun, spec, signal)
        begun.isReady = true
      } catch (error) {
        await end('SIGTERM')
        throw error
      }
    },
    /** Ends the process as a crash would, without a chance to finish anything. */
    kill: () => end('SIGKILL'),
    /** Asks the process to end; insists when it does not. */
    stop: () => end('SIGTERM'),
  }
}

function launch(spec: ProcessSpec): Run {
  const log = logStart(spec.logFile)
  const output = openSync(spec.logFile, 'a')
  // A process group of its own keeps the terminal's Ctrl-C away from it, so that the order of stopping is ours. The
  // log is a file rather than a pipe, so that it survives us and its lines do too.
  const child = spawn(spec.command, spec.args, {
    env: spec.env,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const { pid } = child
  if (pid !== undefined) {
    endWithUs(pid)
    child.once('exit', () => hasEnded(pid))
  }
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`))
    child.once('exit', (code, signal) =>
      resolve(`ended with ${signal ?? `exit code ${code}`}:\n${logTail(log)}`),
    )
  })
  return { child, log, ended, isReady: false, isEnding: false }
}

async function becomesReady(run: Run, spec: ProcessSpec, signal: AbortSignal | undefined): Promise<void> {
  const timeoutMs = spec.readyTimeoutMs ?? 60_000
  const finished = new AbortController()
  const signals = [finished.signal, AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]
  try {
    await Promise.race([
      spec.ready(AbortSignal.any(signals)),
      run.ended.then((how) => {
        throw new Error(`${spec.name} ${how}\n(all of it: ${spec.logFile})`)
      }),
    ])
  } catch (error) {
    signal?.throwIfAborted()
    if (!isTimeout(error)) throw error
    throw new Error(
      `${spec.name} was not ready after ${timeoutMs / 1000} s:\n${logTail(run.log)}\n(${spec.logFile})`,
    )
  } finally {
    finished.abort()
  }
}

function isTimeout(error: unknown): boolean {
  const reason = error instanceof Error && error.name === 'AbortError' ? error.cause : error
  return reason instanceof Error && reason.name === 'TimeoutError'
}

async function endRun({ child, ended }: Run, signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
  if (child.pid === undefined) return
  const { pid } = child
  signalProcess(pid, signal)
  const insist = setTimeout(() => signalProcess(pid, 'SIGKILL'), timeoutMs)
  await ended
  clearTimeout(insist)
}
