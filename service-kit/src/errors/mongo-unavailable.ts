import type { mongo } from 'mongoose'

/**
 * Errors of the driver: the server was not reached, or the client was closed during the operation. They are known by
 * name, since services without MongoDB classify errors too and should not load its driver.
 */
const driverErrorNames = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoOperationTimeoutError',
  'MongoExpiredSessionError',
  'MongoStalePrimaryError',
  'MongoUnexpectedServerResponseError',
  // The write may have happened, but without its write concern it can be rolled back.
  'MongoWriteConcernError',
  'MongooseServerSelectionError',
])

const labels = [
  'RetryableWriteError',
  'RetryableError',
  'SystemOverloadedError',
  'PoolRequestedRetry',
  'ResetPool',
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
  'ResumableChangeStreamError',
]

/** Transient server errors without a label; errors of reads never have one. */
const serverCodes = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  43, // CursorNotFound: the server restarted
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  94, // NotYetInitialized
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  211, // KeyNotFound: cluster time keys are not loaded yet
  237, // CursorKilled
  246, // SnapshotUnavailable
  251, // NoSuchTransaction
  262, // ExceededTimeLimit
  290, // TransactionExceededLifetimeLimitSeconds
  9001, // SocketException
  10058, // LegacyNotPrimary
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11601, // Interrupted
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
])

export function isMongoUnavailable(error: Error): boolean {
  if (driverErrorNames.has(error.name)) return true
  // Without bufferCommands, mongoose rejects operations before the first connection, with nothing but a message.
  if (error.name === 'MongooseError') return error.message.includes('initial connection')
  if (!isMongoError(error)) return false
  return labels.some((label) => error.hasErrorLabel(label)) || codesOf(error).some(isTransient)
}

function isMongoError(error: Error): error is mongo.MongoError {
  return 'hasErrorLabel' in error
}

function isBulkWriteError(error: mongo.MongoError): error is mongo.MongoBulkWriteError {
  return error.name === 'MongoBulkWriteError'
}

function codesOf(error: mongo.MongoError): unknown[] {
  if (!isBulkWriteError(error)) return [error.code]
  const { result } = error
  const writeConcern = result.getWriteConcernError() ? [64] : []
  return [error.code, ...result.getWriteErrors().map(({ code }) => code), ...writeConcern]
}

const isTransient = (code: unknown) => serverCodes.has(Number(code))
