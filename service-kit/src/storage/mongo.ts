import mongoose, { type Connection, type ConnectOptions } from 'mongoose'
import type { Logger } from '../process/log.ts'
import { endCommandsOfClosedSockets } from './closed-mongo-sockets.ts'
import { observeMongo } from './observe-mongo.ts'
import { retryUntilSuccess } from './retry-until-success.ts'

endCommandsOfClosedSockets()
observeMongo()

export type Mongo = {
  connection: Connection
  isReady(): boolean
  close(): Promise<void>
}

export type MongoOptions = {
  url: string
  database: string
  log: Logger
  /** How long an operation may take, 0 without end, and how long it waits for a connection. */
  operationMs?: number
  connectionMs?: number
}

/**
 * Does not throw if MongoDB is unavailable, and goes on connecting. Operations fail meanwhile with errors
 * that `isStoreUnavailable` recognises, within 2 s without a connection and 4 s if MongoDB hangs.
 */
export async function openMongo(options: MongoOptions): Promise<Mongo> {
  const { url, log } = options
  const connection = mongoose.createConnection()
  // sanitizeFilter prevents operator injection: an object in place of a value does not become a query operator.
  connection.set('strictQuery', true)
  connection.set('sanitizeFilter', true)
  watch(connection, log)
  // mongoose reconnects by itself only after a first connection.
  const opening = retryUntilSuccess(() => connection.openUri(url, connectOptions(options)))
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

function connectOptions({ database, operationMs = 2000, connectionMs = 1500 }: MongoOptions): ConnectOptions {
  return {
    dbName: database,
    appName: 'gatehouse',
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: connectionMs,
    connectTimeoutMS: connectionMs,
    waitQueueTimeoutMS: connectionMs,
    socketTimeoutMS: operationMs,
    heartbeatFrequencyMS: 2000,
    maxPoolSize: 50,
    writeConcern: { w: 'majority' },
  }
}

function watch(connection: Connection, log: Logger): void {
  connection.on('connected', () => log.info('MongoDB connected'))
  connection.on('disconnected', () => log.warn('MongoDB disconnected'))
  // An error event without a listener ends the process.
  connection.on('error', (error) => log.warn({ err: error }, 'MongoDB connection failed'))
}
