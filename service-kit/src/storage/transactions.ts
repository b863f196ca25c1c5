import { setTimeout as pause } from 'node:timers/promises'
import mongoose from 'mongoose'
import { unavailable } from '../errors/service-error.ts'

export type StoreSession = mongoose.ClientSession
export type Transactions = ReturnType<typeof transactions>

const options = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } } as const
const maxAttempts = 30
const maxPauseMs = 500

/** The driver's `withTransaction` retries past the deadlines of callers (docs/decisions/0011-libraries.md). */
export function transactions(connection: mongoose.Connection) {
  return async function inTransaction<T>(work: (session: StoreSession) => Promise<T>): Promise<T> {
    const session = await connection.startSession()
    try {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const outcome = await attemptOnce(session, work)
        if (outcome.done) return outcome.value
        // The backoff of the driver's withTransaction.
        await pause(Math.random() * Math.min(maxPauseMs, 5 * 1.5 ** attempt))
      }
      throw unavailable('the transaction conflicted too often')
    } finally {
      await session.endSession()
    }
  }
}

type Outcome<T> = { done: true; value: T } | { done: false }

async function attemptOnce<T>(
  session: StoreSession,
  work: (session: StoreSession) => Promise<T>,
): Promise<Outcome<T>> {
  session.startTransaction(options)
  try {
    const value = await work(session)
    await session.commitTransaction()
    return { done: true, value }
  } catch (error) {
    if (session.inTransaction()) await session.abortTransaction()
    if (isConflict(error)) return { done: false }
    throw error
  }
}

// A network error has the same label, also when a bulk write wraps it.
function isConflict(error: unknown): boolean {
  return (
    error instanceof mongoose.mongo.MongoServerError &&
    !(error.errorResponse instanceof Error) &&
    error.hasErrorLabel('TransientTransactionError')
  )
}

/** Of any unique index, or of one with the field. */
export function isDuplicateKeyError(error: unknown, field?: string): boolean {
  return (
    error instanceof mongoose.mongo.MongoServerError &&
    error.code === 11000 &&
    (field === undefined || field in (error.keyPattern ?? {}))
  )
}
