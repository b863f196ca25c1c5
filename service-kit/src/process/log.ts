import {
  type ChildLoggerOptions,
  type DestinationStream,
  type LogFn,
  type Logger as PinoLogger,
  pino,
} from 'pino'
import { describeError, withoutValues } from './describe-error.ts'
import { lineBatches } from './line-batches.ts'
import type { LogFields } from './log-fields.ts'

type Write = {
  <T extends object>(fields: LogFields<T>, message: string): void
  (message: string): void
}

export type Logger = Record<'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace', Write> & {
  child<T extends object>(fields: LogFields<T>, options?: ChildLoggerOptions): Logger
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export const defaultLogLevel = 'info'

const secretNames = [
  'authorization',
  'cookie',
  'password',
  'new_password',
  'newPassword',
  'token',
  'secret',
  'ticket',
  'client_secret',
  'clientSecret',
  'signing_secret',
  'signingSecret',
]

/** Writes log records as JSON to standard output. Secrets are redacted by name at the first two levels, errors by `describeError`. */
export function createLogger(options: {
  name: string
  level: string
  destination?: DestinationStream
}): Logger {
  return pino(
    {
      name: options.name,
      level: options.level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, error: describeError },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      hooks: { logMethod: logWithSafeMessage },
    },
    options.destination ?? standardOutput(),
  )
}

function standardOutput(): DestinationStream {
  const batches = lineBatches(pino.destination({ dest: 1, sync: true }))
  process.once('exit', batches.flushSync)
  return batches
}

// Without a message, pino logs the message of the error, which bypasses the serializers.
function logWithSafeMessage(this: PinoLogger, args: Parameters<LogFn>, method: LogFn): void {
  const error = args.length === 1 ? errorIn(args[0]) : null
  if (error) method.call(this, { err: error }, withoutValues(error.message))
  else method.apply(this, args)
}

function errorIn(argument: unknown): Error | null {
  if (argument instanceof Error) return argument
  const isRecord = typeof argument === 'object' && argument !== null
  return isRecord && 'err' in argument && argument.err instanceof Error ? argument.err : null
}
