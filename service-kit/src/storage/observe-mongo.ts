import type { Connection, mongo } from 'mongoose'
import { type TracedSpan, tracing } from '../tracing/tracing.ts'
import { storeSeconds } from './store-metrics.ts'

/** Measures and traces every command. Needs the option `monitorCommands`. */
export function observeMongo(connection: Connection): void {
  // At most one for each connection of the pool: every command that started succeeds or fails.
  const spans = new Map<number, TracedSpan>()

  function start({ commandName, command, requestId }: mongo.CommandStartedEvent): void {
    const collection: unknown = command[commandName]
    const span = tracing()?.start({
      name: commandName,
      kind: 'client',
      attributes: {
        'db.system.name': 'mongodb',
        'db.operation.name': commandName,
        ...(typeof collection === 'string' && { 'db.collection.name': collection }),
      },
    })
    if (span) spans.set(requestId, span)
  }

  const end =
    (outcome: 'ok' | 'error') =>
    ({ commandName, duration, requestId }: mongo.CommandSucceededEvent | mongo.CommandFailedEvent) => {
      storeSeconds.observe({ store: 'mongodb', operation: commandName, outcome }, duration / 1000)
      spans.get(requestId)?.end(outcome === 'error' ? outcome : null)
      spans.delete(requestId)
    }

  connection.on('commandStarted', start)
  connection.on('commandSucceeded', end('ok'))
  connection.on('commandFailed', end('error'))
}
