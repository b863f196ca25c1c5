import { isStoreUnavailable } from '../storage/store-unavailable.ts'
import { createLogger, defaultLogLevel, type Logger, logLevels } from './log.ts'
import { SettingsError } from './settings.ts'

export type Running = { close(): Promise<void> }

const slowestCloseMs = 10_000

/**
 * The main() of a process: starts it, closes it on SIGTERM or SIGINT, and exits (forced after 10 s). A start that fails prints one
 * clear line and exits 1. A store or a neighbour that goes away later never ends the process.
 */
export async function run(options: {
  name: string
  start: (log: Logger) => Promise<Running>
}): Promise<void> {
  const log = createLogger({ name: options.name, level: logLevel(process.env.GATEHOUSE_LOG_LEVEL) })
  survive(log)
  const stop = stopSignal(log)
  // Settings are read before the first await, so a start can also throw at once.
  const starting = Promise.resolve(log).then(options.start)
  // A signal during the start waits for it: what was half open would otherwise stay so.
  starting.catch(() => {})
  try {
    const running = await starting
    await stop
    await running.close()
    log.info('stopped')
    process.exit(0)
  } catch (error) {
    report(options.name, log, error)
    process.exit(1)
  }
}

// The level is checked with the other settings in start(); before that a wrong one must not break the log.
function logLevel(text: string | undefined): string {
  return logLevels.find((level) => level === text) ?? defaultLogLevel
}

function stopSignal(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        log.info({ signal }, 'stopping')
        forceExitLater(log)
        resolve()
      })
    }
  })
}

function survive(log: Logger): void {
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'a promise failed and nobody listened'),
  )
  process.on('uncaughtException', (error) => {
    if (isStoreUnavailable(error)) {
      log.error({ err: error }, 'a connection failed and nobody listened')
      return
    }
    log.fatal({ err: error }, 'unexpected error')
    process.exit(1)
  })
}

function forceExitLater(log: Logger): void {
  setTimeout(() => {
    log.error(`closing took more than ${slowestCloseMs / 1000} s`)
    process.exit(1)
  }, slowestCloseMs).unref()
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
