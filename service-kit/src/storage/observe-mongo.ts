import type { Connection, mongo } from 'mongoose'
import { storeSeconds } from './store-metrics.ts'

/** Needs the option `monitorCommands`. */
export function observeMongo(connection: Connection): void {
  const end =
    (outcome: 'ok' | 'error') =>
    ({ commandName, duration }: mongo.CommandSucceededEvent | mongo.CommandFailedEvent) =>
      storeSeconds.observe({ store: 'mongodb', operation: commandName, outcome }, duration / 1000)
  connection.on('commandSucceeded', end('ok'))
  connection.on('commandFailed', end('error'))
}
