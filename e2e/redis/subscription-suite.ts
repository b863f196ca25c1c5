import type { RedisCluster } from '@gatehouse/dev/testing/redis/redis-cluster'
import { createLogger } from '@gatehouse/service-kit/process/log'
import { type OpenedRedis, openRedis } from '@gatehouse/service-kit/storage/redis'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { systemClock } from '@gatehouse/service-kit/time/clock'
import { revocationFeed } from '@gatehouse/session-service/revocations/revocation-feed'
import { expect } from 'chai'
import { Cluster } from 'ioredis'
import { newAccountId } from './session-services.ts'

/** A Cluster forwards messages between nodes, so a session-service subscribes to every master itself. */
export function subscriptionSuite(cluster: () => RedisCluster): void {
  const log = createLogger({ name: 'test', level: 'silent' })
  const channel = `revocations-${newAccountId()}`
  const received: string[] = []
  let opened: OpenedRedis
  let feed: ReturnType<typeof revocationFeed>

  beforeEach(async () => {
    opened = await openRedis({ url: cluster().url, log })
    feed = revocationFeed({ redis: opened.redis, channel, clock: systemClock, log })
    feed.watch(({ type }) => void received.push(type))
    await until(() => received.at(-1) === 'started')
  })
  afterEach(async () => {
    feed.close()
    await opened.close()
    received.length = 0
  })

  it('subscribes to every master, not only to the bus between nodes', async () => {
    const counts = await Promise.all(cluster().masters.map(({ redis }) => redis.pubsub('NUMSUB', channel)))
    expect(counts).to.deep.equal(cluster().masters.map(() => [channel, 1]))
  })

  it('is interrupted while a master publishes but serves no keys', async () => {
    const [master] = cluster().masters
    await master?.redis.call('ACL', 'SETUSER', 'default', 'resetkeys')
    await until(() => received.at(-1) === 'interrupted')
    await master?.redis.call('ACL', 'SETUSER', 'default', '~*')
    await until(() => received.at(-1) === 'started')
  })

  it('is interrupted after it lost the connection to a master', async () => {
    const { redis } = opened
    if (!(redis instanceof Cluster)) throw new Error('This is no Cluster.')
    redis.nodes('master')[1]?.disconnect()
    await until(() => received.at(-1) === 'interrupted')
  })
}
