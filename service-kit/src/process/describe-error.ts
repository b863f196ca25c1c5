/** An error as a log line shows it. */
export type ErrorDescription = {
  type: string
  message: string
  stack: string
  code?: string | number
  cause?: ErrorDescription
}

const deepestCause = 5

/**
 * Names what is known to be harmless in an error. Drivers hang commands, documents and keys on theirs (ioredis
 * `command.args`, MongoDB `keyValue`, `writeErrors`), and those hold secrets and personal data.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'A value that is no error was thrown.', stack: '' }
  const description: ErrorDescription = {
    type: error.constructor.name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack ?? ''),
  }
  if ('code' in error && (typeof error.code === 'string' || typeof error.code === 'number'))
    description.code = error.code
  if (error.cause !== undefined && depth < deepestCause)
    description.cause = describeError(error.cause, depth + 1)
  return description
}

/** A message without the values MongoDB quotes in duplicate key errors, such as somebody's email. */
export function withoutValues(text: string): string {
  return text.replace(/dup key: .*$/gm, 'dup key: [redacted]')
}
