import { isMongoAway } from './mongo-away.ts'

const redisClientMessages =
  /^(Connection is closed|Stream isn't writeable|Cluster isn't ready|Too many Cluster redirections|None of startup nodes|Failed to refresh slots|Command timed out|Command aborted due to connection close|connect ETIMEDOUT)|max retries per request/
/** Redis before 7 reports an error inside a script as `ERR Error running script …: -OOM …` or `@user_script: 7: -OOM …`. */
const redisReplies =
  /^(?:(?:ERR Error running script|@user_script).*-)?(LOADING|MASTERDOWN|CLUSTERDOWN|MOVED|ASK|TRYAGAIN|READONLY|NOREPLICAS|MISCONF|UNBLOCKED|OOM|BUSY)(?= |$)/
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

const deepestCause = 8

/**
 * Whether an error of MongoDB's or Redis's client means that the store cannot be used now, rather than that we used it wrongly.
 * Drivers wrap what happened: in a cause, in a bulk write, or in the errors of several attempts.
 */
export function isStoreUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > deepestCause) return false
  if (isMongoAway(error) || isSocketError(error) || isRedisAway(error)) return true
  return wrappedBy(error).some((wrapped) => isStoreUnavailable(wrapped, depth + 1))
}

function wrappedBy(error: Error): unknown[] {
  return [
    error.cause,
    ...('errors' in error && Array.isArray(error.errors) ? error.errors : []),
    // The driver's MongoBulkWriteError has no cause but this.
    'errorResponse' in error ? error.errorResponse : undefined,
  ]
}

function isSocketError(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && socketCodes.has(error.code)
}

function isRedisAway({ message }: Error): boolean {
  return redisClientMessages.test(message) || redisReplies.test(message)
}
