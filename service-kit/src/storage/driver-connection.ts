import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import type { mongo } from 'mongoose'

type Connection = {
  socket: Socket
  cleanup(error: Error): void
  /** `command` is what is sent: its first field is its name. */
  command(namespace: unknown, command: mongo.Document, ...rest: unknown[]): Promise<unknown>
}

const fromHere = createRequire(import.meta.url)
// The copy of the driver that mongoose uses.
const fromMongoose = createRequire(fromHere.resolve('mongoose'))

/** What all connections of the driver share. Not public: the tests of its users run against the pinned version. */
export const driverConnection: Connection = fromMongoose('mongodb/lib/cmap/connection.js').Connection
  .prototype
