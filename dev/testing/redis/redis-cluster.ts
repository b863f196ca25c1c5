import { until } from '@gatehouse/service-kit/testing/wait-until'
import { hasInfo, type RedisNode, redisNodes } from './redis-nodes.ts'

export type RedisCluster = Awaited<ReturnType<typeof startRedisCluster>>

const slots = 16_384
const masterCount = 3

/**
 * A Cluster of three masters with one replica each and a password. It fails over after three seconds: on a busy machine, a node
 * can be silent for one.
 */
export async function startRedisCluster() {
  const password = 'of-the-cluster'
  const nodes = redisNodes()
  const start = async () => {
    const port = await nodes.freePort()
    const lines = [...settingsOf(port, password), `cluster-port ${await nodes.freePort()}`]
    return nodes.start(port, lines, { password })
  }
  const all = await Promise.all(Array.from({ length: 2 * masterCount }, start))
  const [masters, replicas] = [all.slice(0, masterCount), all.slice(masterCount)]
  await assignSlots(masters)
  await introduce(all)
  await follow(masters, replicas)

  return {
    url: `redis+cluster://:${password}@${masters.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    masters,
    stop: nodes.stop,
  }
}

function settingsOf(port: number, password: string): string[] {
  return [
    ...[`port ${port}`, 'save ""', `requirepass ${password}`, `masterauth ${password}`],
    ...['cluster-enabled yes', 'cluster-config-file nodes.conf', 'cluster-node-timeout 3000'],
    'repl-diskless-sync-delay 0',
  ]
}

async function assignSlots(masters: RedisNode[]): Promise<void> {
  const each = Math.ceil(slots / masters.length)
  for (const [index, { redis }] of masters.entries()) {
    const last = Math.min(slots, (index + 1) * each) - 1
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', index * each, last)
    await redis.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1)
  }
}

async function introduce(all: RedisNode[]): Promise<void> {
  const [first] = all
  for (const { port, redis } of all.slice(1)) {
    const busPort = String(await redis.config('GET', 'cluster-port')).split(',')[1] ?? ''
    await first?.redis.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort)
  }
  const knowsAll = async ({ redis }: RedisNode) => {
    const known = String(await redis.call('CLUSTER', 'NODES'))
      .trim()
      .split('\n')
    return known.length === all.length && known.every((line) => !/handshake|noaddr|fail/.test(line))
  }
  const know = async () => (await Promise.all(all.map(knowsAll))).every(Boolean)
  await until(know, { everyMs: 50, show: () => 'every node knows every other' })
}

async function follow(masters: RedisNode[], replicas: RedisNode[]): Promise<void> {
  for (const [index, { redis }] of replicas.entries()) {
    await redis.call('CLUSTER', 'REPLICATE', String(await masters[index]?.redis.call('CLUSTER', 'MYID')))
  }
  const isComplete = async () => {
    const linked = replicas.map((node) => hasInfo(node, 'replication', 'master_link_status:up'))
    const served = [...masters, ...replicas].map(async ({ redis }) =>
      String(await redis.call('CLUSTER', 'INFO')).includes('cluster_state:ok'),
    )
    return (await Promise.all([...linked, ...served])).every(Boolean)
  }
  await until(isComplete, { everyMs: 50, show: () => 'every replica follows and every slot is served' })
}
