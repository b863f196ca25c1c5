import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'

/** How to run one process and how to see that it is ready. */
export type ProcessSpec = {
  name: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  logFile: string
  /** Resolves when the process is ready; rejects soon after the signal is aborted. */
  ready: (signal: AbortSignal) => Promise<void>
  readyTimeoutMs?: number
  stopTimeoutMs?: number
}

export type ProcessEvents = {
  onSpawn?: (name: string, pid: number) => void
  onExit?: (name: string) => void
  /** A process that was ready exited although neither `stop` nor `kill` was called. */
  onUnexpectedExit?: (name: string, reason: string) => void
}

/** A process that can be started and ended repeatedly under one name. */
export type ManagedProcess = ReturnType<typeof managedProcess>

type Run = {
  child: ChildProcess
  logStart: number
  exited: Promise<string>
  isReady: boolean
  isEnding: boolean
}

const maxLogBytes = 20 * 1024 * 1024
const maxLineLength = 240
const children = new Set<ChildProcess>()

// After an uncaught error nobody else would end them.
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM')
})

export function managedProcess(spec: ProcessSpec, events: ProcessEvents = {}) {
  let run: Run | undefined

  const begin = (): Run => {
    const begun = launch(spec)
    run = begun
    if (begun.child.pid !== undefined) events.onSpawn?.(spec.name, begun.child.pid)
    begun.exited.then((reason) => {
      if (run === begun) run = undefined
      events.onExit?.(spec.name)
      if (begun.isReady && !begun.isEnding) events.onUnexpectedExit?.(spec.name, reason)
    })
    return begun
  }

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (run?.child.pid === undefined) return
    const { child, exited } = run
    run.isEnding = true
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), spec.stopTimeoutMs ?? 12_000)
    await exited
    clearTimeout(timer)
  }

  return {
    name: spec.name,
    pid: () => run?.child.pid,
    /** Resolves when the process is ready. Rejects, with the process ended, if it exits first or the signal is aborted. */
    async start(signal?: AbortSignal): Promise<void> {
      if (run) return
      signal?.throwIfAborted()
      const begun = begin()
      try {
        await untilReady(begun, spec, signal)
        begun.isReady = true
      } catch (error) {
        await end('SIGTERM')
        throw error
      }
    },
    /** Ends the process as a crash would. */
    kill: () => end('SIGKILL'),
    /** Sends SIGTERM, and SIGKILL after `stopTimeoutMs`. */
    stop: () => end('SIGTERM'),
  }
}

function launch(spec: ProcessSpec): Run {
  const logStart = rotateLog(spec.logFile)
  const output = openSync(spec.logFile, 'a')
  // A process group of its own keeps the terminal's Ctrl-C away from it, so that we choose the order of stopping. The
  // log is a file and not a pipe: it survives us, and the process can write to it without us.
  const child = spawn(spec.command, spec.args, {
    env: spec.env,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  children.add(child)
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`))
    child.once('exit', (code, signal) =>
      resolve(`ended with ${signal ?? `exit code ${code}`}:\n${logTail(spec.logFile, logStart)}`),
    )
  })
  exited.then(() => children.delete(child))
  return { child, logStart, exited, isReady: false, isEnding: false }
}

async function untilReady({ exited, logStart }: Run, spec: ProcessSpec, signal?: AbortSignal): Promise<void> {
  const { name, logFile, readyTimeoutMs = 60_000 } = spec
  const finished = new AbortController()
  const timeout = AbortSignal.timeout(readyTimeoutMs)
  try {
    await Promise.race([
      spec.ready(AbortSignal.any([finished.signal, timeout, ...(signal ? [signal] : [])])),
      exited.then((reason) => {
        throw new Error(`${name} ${reason}\n(all of it: ${logFile})`)
      }),
    ])
  } catch (error) {
    signal?.throwIfAborted()
    if (!timeout.aborted) throw error
    const tail = logTail(logFile, logStart)
    throw new Error(`${name} was not ready after ${readyTimeoutMs / 1000} s:\n${tail}\n(${logFile})`)
  } finally {
    finished.abort()
  }
}

/** Renames a large log to `.1`, so that logs kept between runs stay bounded. Returns where the next output begins. */
function rotateLog(file: string): number {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (bytes <= maxLogBytes) return bytes
  renameSync(file, `${file}.1`)
  return 0
}

function logTail(file: string, start: number, lines = 10): string {
  const text = readFileSync(file).subarray(start).toString().trimEnd()
  return text === '' ? '(no output)' : text.split('\n').slice(-lines).map(shorten).join('\n')
}

function shorten(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line
}
