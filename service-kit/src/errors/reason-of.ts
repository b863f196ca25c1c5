import { withoutValues } from '../process/describe-error.ts'

const maxDepth = 5
const maxLength = 300

/** The messages of the causes of an error as one line, for a log record of each request that fails in an outage. */
export function reasonOf(error: Error): string | undefined {
  const messages: string[] = []
  let cause = error.cause
  for (let depth = 0; depth < maxDepth && cause !== undefined; depth += 1) {
    messages.push(cause instanceof Error ? cause.message : String(cause))
    cause = cause instanceof Error ? cause.cause : undefined
  }
  const text = withoutValues([...new Set(messages)].join(': '))
    .replace(/\s+/g, ' ')
    .trim()
  return text === '' ? undefined : text.slice(0, maxLength)
}
