import { setTimeout as pause } from 'node:timers/promises'
import mongoose from 'mongoose'
import { unavailable } from '../errors/service-error.ts'

export type StoreSession = mongoose.ClientSession
export type Transactions = ReturnType<typeof transactions>

const options = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } } as const
const attempts = 60
const maxPauseMs = 100

/**
 * Runs work in one MongoDB transaction, again when another one wrote to the same documents first. The driver's own
 * `withTransaction` is not used: it goes on for two minutes when MongoDB is away, and callers wait for seconds at most.
 */
export function transactions(connection: mongoose.Connection) {
  return async function inTransaction<T>(work: (session: StoreSession) => Promise<T>): Promise<T> {
    const session = await connection.startSession()
    try {
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const outcome = await attemptOnce(session, work)
        if (outcome.done) return outcome.value
        await pause(Math.random() * Math.min(maxPauseMs, 4 * attempt))
      }
      throw unavailable()
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

// A network error carries the same label, also when a bulk write wraps it; retrying it here would outlast the caller's deadline.
function isConflict(error: unknown): boolean {
  return (
    error instanceof mongoose.mongo.MongoServerError &&
    !(error.errorResponse instanceof Error) &&
    error.hasErrorLabel('TransientTransactionError')
  )
}

/** Whether a write was refused because a document with that key exists. */
export function isDuplicateKeyError(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === 11000
}
