import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import { isStoreUnavailable } from '../../errors/store-unavailable.ts'
import { type LeaseDocument, renew } from '../../ids/lease-store.ts'
import type { Logger } from '../../process/log.ts'
import { driverCollection } from '../driver-collection.ts'
import { applySchema, type Schema } from './schema.ts'

type Options = {
  connection: Connection
  schema: Schema
  log: Logger
  maxWaitMs?: number
  retryEveryMs?: number
}

const lockNumber = 0
const renewEveryMs = 10_000

/**
 * Applies the schema under a lock of the database. Waits for MongoDB and for another migration, at most `maxWaitMs`; a
 * migration that loses MongoDB starts again.
 */
export async function migrate({
  connection,
  schema,
  log,
  maxWaitMs = 600_000,
  retryEveryMs = 1000,
}: Options): Promise<void> {
  const waitUntil = performance.now() + maxWaitMs
  for (;;) {
    const reason = await migrateOnce(connection, schema)
    if (reason === null) return
    if (performance.now() > waitUntil)
      throw new Error(`Not migrated within ${maxWaitMs / 1000} s: ${reason}.`)
    log.info({ reason, retry_in_ms: retryEveryMs }, 'migration waits')
    await sleep(retryEveryMs)
  }
}

/** Returns the reason to retry, or null after success. */
async function migrateOnce(connection: Connection, schema: Schema): Promise<string | null> {
  try {
    const lock = await acquireLock(connection)
    if (!lock) return 'another migration is running'
    try {
      await applySchema(connection, schema)
    } finally {
      await lock.release()
    }
    return null
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error
    return error instanceof Error ? error.message : String(error)
  }
}

/** A lease of 30 s, so that the lock of a process that died expires. */
async function acquireLock(connection: Connection) {
  const locks = driverCollection<LeaseDocument>(connection.collection('migration_locks'))
  const owner = randomUUID()
  const take = () => renew(locks, owner, lockNumber, performance)
  if (!(await take())) return null
  // If a renewal fails, another migration may start beside this one, which repeats the same steps.
  const timer = setInterval(() => void take().catch(() => null), renewEveryMs)
  return {
    async release() {
      clearInterval(timer)
      await locks.deleteOne({ _id: lockNumber, owner })
    },
  }
}
