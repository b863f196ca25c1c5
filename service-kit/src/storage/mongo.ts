import mongoose, { type Connection, type ConnectOptions } from 'mongoose'
import type { Logger } from '../process/log.ts'
import { retryUntilSuccess } from './retry-until-success.ts'

export type Mongo = {
  connection: Connection
  isReady(): boolean
  close(): Promise<void>
}

export type MongoOptions = {
  url: string
  database: string
  log: Logger
  /** How long MongoDB may take to answer one operation; default 2000 ms. Migrations want more. */
  operationMs?: number
}

/**
 * Opens MongoDB and never throws because it is away: the promise resolves after the first try, connecting goes on in the
 * background, and operations meanwhile fail in a way `isStoreAway` knows: within 2 s when nobody answers the connection,
 * within 4 s when MongoDB hangs. Collections and indexes are made by migrations alone, writes wait for a majority.
 */
export async function openMongo({ url, database, log, operationMs = 2000 }: MongoOptions): Promise<Mongo> {
  const connection = mongoose.createConnection()
  // sanitizeFilter: an object where a value belongs must not become a query operator (security.md, operator injection).
  connection.set('strictQuery', true)
  connection.set('sanitizeFilter', true)
  watch(connection, log)
  // mongoose reconnects by itself, but only once it was connected.
  const opening = retryUntilSuccess(() => connection.openUri(url, connectOptions(database, operationMs)))
  await opening.tried

  return {
    connection,
    isReady: () => connection.readyState === mongoose.ConnectionStates.connected,
    async close() {
      await opening.stop()
      await connection.close()
    },
  }
}

function connectOptions(database: string, operationMs: number): ConnectOptions {
  return {
    dbName: database,
    appName: 'gatehouse',
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: 1500,
    connectTimeoutMS: 1500,
    waitQueueTimeoutMS: 1500,
    socketTimeoutMS: operationMs,
    heartbeatFrequencyMS: 2000,
    maxPoolSize: 50,
    writeConcern: { w: 'majority' },
  }
}

function watch(connection: Connection, log: Logger): void {
  connection.on('connected', () => log.info('MongoDB is connected'))
  connection.on('disconnected', () => log.warn('MongoDB is away'))
  // An error event without a listener would end the process.
  connection.on('error', (error) => log.warn({ err: error }, 'MongoDB connection failed'))
}
