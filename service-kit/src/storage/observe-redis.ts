import { Cluster, type Redis } from 'ioredis'
import { storeSeconds } from './store-metrics.ts'

/** Measures every command, also those of pipelines and scripts; in a Cluster, the commands of each node. */
export function observeRedis(redis: Redis | Cluster): void {
  if (redis instanceof Cluster) redis.on('+node', observeNode)
  else observeNode(redis)
}

function observeNode(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command, stream) => {
    const startedAt = performance.now()
    const end = (outcome: 'ok' | 'error') =>
      storeSeconds.observe(
        { store: 'redis', operation: command.name, outcome },
        (performance.now() - startedAt) / 1000,
      )
    command.promise.then(
      () => end('ok'),
      () => end('error'),
    )
    return send(command, stream)
  }
}
