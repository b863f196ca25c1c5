import type { mongo } from 'mongoose'
import { tracing } from '../tracing/tracing.ts'
import { driverConnection } from './driver-connection.ts'
import { storeSeconds } from './store-metrics.ts'

/** Of the driver itself: about the state of the server and its own sign-in. */
const ownCommands = new Set(['hello', 'ismaster', 'isMaster', 'saslStart', 'saslContinue'])

/**
 * Measures and traces every command of all connections. The events of the driver (`monitorCommands`) have the whole response, for which
 * it decodes the documents of each read twice.
 */
export function observeMongo(): void {
  const { command } = driverConnection
  driverConnection.command = async function (namespace, sent, ...rest) {
    const [operation = ''] = Object.keys(sent)
    if (ownCommands.has(operation)) return command.call(this, namespace, sent, ...rest)
    const end = observed(operation, sent)
    try {
      const response = await command.call(this, namespace, sent, ...rest)
      end('ok')
      return response
    } catch (error) {
      end('error')
      throw error
    }
  }
}

function observed(operation: string, sent: mongo.Document): (outcome: 'ok' | 'error') => void {
  const startedAt = performance.now()
  const collection: unknown = sent[operation]
  const span = tracing()?.start({
    name: operation,
    kind: 'client',
    attributes: {
      'db.system.name': 'mongodb',
      'db.operation.name': operation,
      ...(typeof collection === 'string' && { 'db.collection.name': collection }),
    },
  })
  return (outcome) => {
    storeSeconds.observe({ store: 'mongodb', operation, outcome }, (performance.now() - startedAt) / 1000)
    span?.end(outcome === 'error' ? outcome : null)
  }
}
