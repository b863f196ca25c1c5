import { isMongoUnavailable } from './mongo-unavailable.ts'

const redisClientMessages =
  /^(Connection is closed|Stream isn't writeable|Cluster isn't ready|Too many Cluster redirections|None of startup nodes|Failed to refresh slots|Command timed out|Command aborted due to connection close|connect ETIMEDOUT)|max retries per request/
/** Redis before version 7 reports an error inside a script as `ERR Error running script …: -OOM …` or `@user_script: 7: -OOM …`. */
const redisReplies =
  /^(?:(?:ERR Error running script|@user_script).*-)?(LOADING|MASTERDOWN|CLUSTERDOWN|MOVED|ASK|TRYAGAIN|READONLY|NOREPLICAS|MISCONF|UNBLOCKED|OOM|BUSY)(?= |$)/
/** The last one is that of a command in a script. */
const redisDenials = /^(NOPERM|NOAUTH|WRONGPASS|ERR The user executing the script)/
const mongoDenials: unknown[] = ['Unauthorized', 'AuthenticationFailed']
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

const maxDepth = 8

export function isStoreUnavailable(error: unknown): boolean {
  return hasWrapped(
    error,
    (each) => isMongoUnavailable(each) || isSocketError(each) || isRedisUnavailable(each),
  )
}

/** Whether a store denied a command, or its user: an error of the deployment, which is not over by itself. */
export function isStoreDenied(error: unknown): boolean {
  return hasWrapped(error, (each) => redisDenials.test(each.message) || isDeniedByMongo(each))
}

/** Also checks wrapped errors: causes, bulk writes, and the errors of several attempts. */
function hasWrapped(error: unknown, is: (error: Error) => boolean, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false
  return is(error) || wrappedBy(error).some((wrapped) => hasWrapped(wrapped, is, depth + 1))
}

function wrappedBy(error: Error): unknown[] {
  return [
    error.cause,
    ...('errors' in error && Array.isArray(error.errors) ? error.errors : []),
    // A MongoBulkWriteError has this instead of a cause.
    'errorResponse' in error ? error.errorResponse : undefined,
  ]
}

function isDeniedByMongo(error: Error): boolean {
  return 'codeName' in error && mongoDenials.includes(error.codeName)
}

function isSocketError(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && socketCodes.has(error.code)
}

function isRedisUnavailable({ message }: Error): boolean {
  return redisClientMessages.test(message) || redisReplies.test(message)
}
