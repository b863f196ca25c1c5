const mongoErrors = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoPoolClearedError',
  // Named without Mongo by the driver: an operation that was cut off when the monitor finds the server hanging.
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'MongooseServerSelectionError',
])

/** Server errors that say "not now": no primary, stepping down, shutting down, write concern in time not reached. */
const mongoLabels = ['RetryableWriteError', 'TransientTransactionError', 'ResumableChangeStreamError']
const mongoCodes = new Set([64, 91, 189, 262, 10107, 11600, 11602, 13435, 13436])

const redisMessages =
  /^(Connection is closed|Stream isn't writeable|Cluster isn't ready|Too many Cluster redirections|None of startup nodes|Failed to refresh slots|Command timed out|Command aborted due to connection close|connect ETIMEDOUT|LOADING|MASTERDOWN|CLUSTERDOWN|MOVED |ASK |TRYAGAIN|READONLY|NOREPLICAS|MISCONF|UNBLOCKED)|max retries per request/
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Whether an error of MongoDB's or Redis's client means that the store cannot be used now, rather than that we used it wrongly. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (mongoErrors.has(error.name)) return true
  if (isMongo(error)) return hasLabel(error) || ('code' in error && mongoCodes.has(Number(error.code)))
  // bufferCommands is off, so before the first connection mongoose refuses.
  if (error.name === 'MongooseError') return error.message.includes('initial connection')
  return isSocketError(error) || redisMessages.test(error.message)
}

function isMongo(error: Error): error is Error & { hasErrorLabel(label: string): boolean } {
  return (
    error.name.startsWith('Mongo') && 'hasErrorLabel' in error && typeof error.hasErrorLabel === 'function'
  )
}

function hasLabel(error: { hasErrorLabel(label: string): boolean }): boolean {
  return mongoLabels.some((label) => error.hasErrorLabel(label))
}

function isSocketError(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && socketCodes.has(error.code)
}
