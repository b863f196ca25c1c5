import { until } from '@gatehouse/service-kit/testing/wait-until'
import { passwordOf, rootAccess } from '../../stores/redis/shipped-users.ts'
import { hasInfo, persistentLines, type RedisNode, redisNodes } from './redis-nodes.ts'

export type RedisSentinels = Awaited<ReturnType<typeof startRedisSentinels>>

const masterName = 'gatehouse'

/** A master with two replicas and the shipped users, and three Sentinels with a password, which fail over after half a second. */
export async function startRedisSentinels() {
  const sentinelPassword = 'of-the-sentinels'
  const nodes = redisNodes()
  const persistent = persistentLines(nodes)
  const startData = async (more: string[] = []) => {
    const port = await nodes.freePort()
    return nodes.start(port, [`port ${port}`, ...persistent, ...more], rootAccess)
  }
  const master = await startData()
  const replicas = await Promise.all([1, 2].map(() => startData([`replicaof 127.0.0.1 ${master.port}`])))
  const follow = async () =>
    (await Promise.all(replicas.map((node) => hasInfo(node, 'replication', 'master_link_status:up')))).every(
      Boolean,
    )
  await until(follow, { everyMs: 50, show: () => 'both replicas follow' })
  const sentinels = await Promise.all(
    [1, 2, 3].map(async () => {
      const port = await nodes.freePort()
      const lines = sentinelSettings(port, master, sentinelPassword)
      return nodes.start(port, lines, { password: sentinelPassword }, ['--sentinel'])
    }),
  )
  const know = async () => (await Promise.all(sentinels.map(knowsAll))).every(Boolean)
  await until(know, { everyMs: 50, show: () => 'every Sentinel knows the others and both replicas' })
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')

  return {
    url: `redis+sentinel://${rootAccess.username}:${rootAccess.password}@${hosts}/${masterName}?sentinel_password=${sentinelPassword}`,
    master,
    replicas,
    stop: nodes.stop,
  }
}

function sentinelSettings(port: number, master: RedisNode, own: string): string[] {
  return [
    ...[`port ${port}`, `requirepass ${own}`, `sentinel sentinel-pass ${own}`],
    `sentinel monitor ${masterName} 127.0.0.1 ${master.port} 2`,
    `sentinel auth-user ${masterName} sentinel`,
    `sentinel auth-pass ${masterName} ${passwordOf('sentinel')}`,
    `sentinel down-after-milliseconds ${masterName} 500`,
    `sentinel failover-timeout ${masterName} 3000`,
  ]
}

async function knowsAll({ redis }: RedisNode): Promise<boolean> {
  const fields = await redis.call('SENTINEL', 'MASTER', masterName)
  const [known, replicas] = ['num-other-sentinels', 'num-slaves'].map((name) =>
    // The reply is a flat list of names and values.
    Array.isArray(fields) ? fields[fields.indexOf(name) + 1] : undefined,
  )
  return known === '2' && replicas === '2'
}
