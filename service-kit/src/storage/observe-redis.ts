import { Cluster, type Redis } from 'ioredis'
import { tracing } from '../tracing/tracing.ts'
import { storeSeconds } from './store-metrics.ts'

/** Measures and traces every command, also those of pipelines and scripts; in a Cluster, the commands of each node. */
export function observeRedis(redis: Redis | Cluster): void {
  if (redis instanceof Cluster) redis.on('+node', observeNode)
  else observeNode(redis)
}

function observeNode(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command, stream) => {
    const { name: operation } = command
    const startedAt = performance.now()
    const span = tracing()?.start({
      name: operation,
      kind: 'client',
      attributes: { 'db.system.name': 'redis', 'db.operation.name': operation },
    })
    const end = (outcome: 'ok' | 'error') => {
      const seconds = (performance.now() - startedAt) / 1000
      storeSeconds.observe({ store: 'redis', operation, outcome }, seconds)
      span?.end(outcome === 'error' ? outcome : null)
    }
    command.promise.then(
      () => end('ok'),
      () => end('error'),
    )
    return send(command, stream)
  }
}
