import { isStoreUnavailable } from '../storage/store-unavailable.ts'
import { createLogger, defaultLogLevel, type Logger, logLevels } from './log.ts'
import { SettingsError } from './settings.ts'

export type Running = { close(): Promise<void> }

const maxCloseMs = 10_000

/** Closes on SIGTERM or SIGINT and exits, forced after 10 s. A failed start prints one line. */
export async function run(options: {
  name: string
  start: (log: Logger) => Promise<Running>
}): Promise<void> {
  const log = createLogger({ name: options.name, level: logLevel(process.env.GATEHOUSE_LOG_LEVEL) })
  survive(log)
  const stop = stopSignal(log)
  const starting = Promise.resolve(log).then(options.start)
  // A signal during the start waits for its end, so that everything opened is closed.
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

// start() reports an invalid level with the other settings; until then the default applies.
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

function forceExitLater(log: Logger): void {
  setTimeout(() => {
    log.error(`not closed within ${maxCloseMs / 1000} s`)
    process.exit(1)
  }, maxCloseMs).unref()
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
