import mongoose from 'mongoose'

const { mongo } = mongoose

/** Errors of the driver itself: the server was not reached, or the client was closed under the operation. */
const driverErrors = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  mongo.MongoServerClosedError,
  mongo.MongoClientClosedError,
  mongo.MongoOperationTimeoutError,
  mongo.MongoExpiredSessionError,
  mongo.MongoStalePrimaryError,
  mongo.MongoUnexpectedServerResponseError,
  // Also of a write that happened: without the write concern it can be rolled back.
  mongo.MongoWriteConcernError,
  mongoose.Error.MongooseServerSelectionError,
]
/** Driver errors whose classes the driver does not export. */
const driverErrorNames = new Set(['MongoPoolClosedError', 'MongoWaitQueueTimeoutError'])

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

/** Server errors without a label that pass by themselves; reads never have one. */
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

/** Whether an error of MongoDB's driver, by itself, means that the operation may succeed later. */
export function isMongoAway(error: Error): boolean {
  if (driverErrors.some((type) => error instanceof type) || driverErrorNames.has(error.name)) return true
  // bufferCommands is off, so before the first connection mongoose refuses; the message is all it gives.
  if (error.name === 'MongooseError') return error.message.includes('initial connection')
  if (!(error instanceof mongo.MongoError)) return false
  return labels.some((label) => error.hasErrorLabel(label)) || codesOf(error).some(isPassing)
}

function codesOf(error: mongoose.mongo.MongoError): unknown[] {
  if (!(error instanceof mongo.MongoBulkWriteError)) return [error.code]
  const { result } = error
  const unconfirmed = result.getWriteConcernError() ? [64] : []
  return [error.code, ...result.getWriteErrors().map(({ code }) => code), ...unconfirmed]
}

const isPassing = (code: unknown) => serverCodes.has(Number(code))
