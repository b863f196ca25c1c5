import { passwordOf, rootAccess } from '@gatehouse/dev/stores/redis/shipped-users'
import { hasInfo, persistentLines, redisNodes } from '@gatehouse/dev/testing/redis/redis-nodes'
import type { Identity } from '@gatehouse/proto/callers'
import { until } from '@gatehouse/service-kit/testing/wait-until'

/** A Redis as production has it: the shipped users, an append-only file, and a replica that writes wait for. */
export async function persistentRedis() {
  const nodes = redisNodes()
  const port = await nodes.freePort()
  const lines = persistentLines(nodes)
  const master = await nodes.start(port, [...lines, `port ${port}`], rootAccess)
  const replicaPort = await nodes.freePort()
  const ofReplica = [...lines, `port ${replicaPort}`, `replicaof 127.0.0.1 ${port}`]
  const replica = await nodes.start(replicaPort, ofReplica, rootAccess)
  const replicaFollows = async () => {
    const follows = () => hasInfo(replica, 'replication', 'master_link_status:up')
    await until(follows, { everyMs: 50, show: () => 'the replica follows' })
    // It rewrites its file after it has copied the data, and confirms late meanwhile.
    await until(() => hasInfo(replica, 'persistence', 'aof_rewrite_in_progress:0'))
    const confirms = async () => {
      await master.redis.set('a write', 'that the replica confirms')
      return (await master.redis.wait(1, 100)) === 1
    }
    await until(confirms, { show: () => 'the replica confirms writes' })
  }
  await replicaFollows()
  return {
    master,
    replica,
    replicaFollows,
    settingsOf: (identity: Identity) => ({
      GATEHOUSE_REDIS_URL: `redis://${identity}:${passwordOf(identity)}@127.0.0.1:${port}`,
      GATEHOUSE_REDIS_PREFIX: 'gatehouse:',
      GATEHOUSE_REDIS_WAIT_REPLICAS: '1',
    }),
    stop: nodes.stop,
  }
}
