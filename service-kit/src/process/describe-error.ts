export type ErrorDescription = {
  type: string
  message: string
  stack: string
  code?: string | number
  cause?: ErrorDescription
}

const maxCauseDepth = 5

/**
 * The harmless properties of an error. Drivers attach commands, documents and keys to their errors (ioredis `command.args`, MongoDB
 * `keyValue`, `writeErrors`), which contain secrets and personal data.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'The thrown value is not an Error.', stack: '' }
  const description: ErrorDescription = {
    type: error.constructor.name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack ?? ''),
  }
  if ('code' in error && (typeof error.code === 'string' || typeof error.code === 'number'))
    description.code = error.code
  if (error.cause !== undefined && depth < maxCauseDepth)
    description.cause = describeError(error.cause, depth + 1)
  return description
}

/** A message without the values that MongoDB quotes in duplicate key errors, such as an email address. */
export function withoutValues(text: string): string {
  return text.replace(/dup key: .*$/gm, 'dup key: [redacted]')
}
