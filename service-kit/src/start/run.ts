import { setTimeout as sleep } from 'node:timers/promises'
import { isStoreUnavailable } from '../errors/store-unavailable.ts'
import { forcedExitSeconds } from '../process/drain.ts'
import { onStopSignal } from '../process/end-while-starting.ts'
import { createLogger, defaultLogLevel, type Logger, logLevels } from '../process/log.ts'
import { readSettings, SettingsError, tracingSettings } from '../process/settings.ts'
import { openTracing, type Tracing } from '../tracing/tracing.ts'

export type Running = {
  drainSeconds: number
  /** Makes the process unready; it still serves. */
  beginDrain(): void
  /** Ends the listener, completes requests in flight and closes everything. */
  close(): Promise<void>
}

/**
 * On SIGTERM or SIGINT, drains for `drainSeconds`, closes and exits. The exit is forced when requests in flight take too long.
 * During the start the process ends at once. A failed start prints one line.
 */
export async function run(options: {
  name: string
  start: (log: Logger) => Promise<Running>
}): Promise<void> {
  const log = createLogger({ name: options.name, level: logLevel(process.env.GATEHOUSE_LOG_LEVEL) })
  survive(log)
  try {
    // First, since stores trace their commands.
    const traces = await openTraces(options.name, log)
    const running = await options.start(log)
    await stopSignal(log, forcedExitSeconds(running.drainSeconds))
    running.beginDrain()
    await sleep(running.drainSeconds * 1000)
    await running.close()
    await traces?.close()
    log.info('stopped')
    process.exit(0)
  } catch (error) {
    report(options.name, log, error)
    process.exit(1)
  }
}

async function openTraces(service: string, log: Logger): Promise<Tracing | null> {
  const { tracesUrl, tracesRatio } = traceSettings()
  if (tracesUrl === null) return null
  return openTracing({ service, isEdge: service === 'gateway', tracesUrl, tracesRatio, log })
}

// start() reports invalid settings together.
function traceSettings() {
  try {
    return readSettings(tracingSettings())
  } catch {
    return { tracesUrl: null, tracesRatio: 0 }
  }
}

// start() reports an invalid level with the other settings; until then the default applies.
function logLevel(text: string | undefined): string {
  return logLevels.find((level) => level === text) ?? defaultLogLevel
}

function stopSignal(log: Logger, exitSeconds: number): Promise<void> {
  return new Promise((resolve) => {
    onStopSignal((signal) => {
      log.info({ signal }, 'stopping')
      forceExitLater(log, exitSeconds)
      resolve()
    })
  })
}

function survive(log: Logger): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))
  process.on('uncaughtException', (error) => {
    if (isStoreUnavailable(error)) {
      log.error({ err: error }, 'unhandled connection error')
      return
    }
    log.fatal({ err: error }, 'uncaught exception')
    process.exit(1)
  })
}

function forceExitLater(log: Logger, seconds: number): void {
  setTimeout(() => {
    log.error(`the process did not close within ${seconds} s; it exits now`)
    process.exit(1)
  }, seconds * 1000).unref()
}

function report(name: string, log: Logger, error: unknown): void {
  if (
    error instanceof SettingsError ||
    (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
  ) {
    console.error(`${name}: ${error.message}`)
  } else {
    log.fatal({ err: error }, 'cannot start or stop')
    console.error(`${name}: ${error instanceof Error ? error.message : 'unknown error'}`)
  }
}
