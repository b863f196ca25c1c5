import { until } from '@gatehouse/dev/process/until'
import type { RedisCluster } from '@gatehouse/dev/testing/redis/redis-cluster'
import { createLogger } from '@gatehouse/service-kit/process/log'
import { type OpenedRedis, openRedis } from '@gatehouse/service-kit/storage/redis'
import { systemClock } from '@gatehouse/service-kit/time/clock'
import { revocationFeed } from '@gatehouse/session-service/revocations/revocation-feed'
import { expect } from 'chai'
import { Cluster } from 'ioredis'
import { newAccountId } from './session-services.ts'

/** A Cluster forwards messages between nodes, so a session-service subscribes to every master itself. */
export function revocationSuite(cluster: () => RedisCluster): void {
  const log = createLogger({ name: 'test', level: 'silent' })
  const channel = `revocations-${newAccountId()}`
  const told: string[] = []
  let opened: OpenedRedis
  let feed: ReturnType<typeof revocationFeed>

  beforeEach(async () => {
    opened = await openRedis({ url: cluster().url, log })
    feed = revocationFeed({ redis: opened.redis, channel, clock: systemClock, log })
    feed.watch(({ type }) => void (type === 'heartbeat' || told.push(type)))
    expect(await until(() => told.at(-1) === 'started', { timeoutMs: 5000 })).to.equal(true)
  })
  afterEach(async () => {
    feed.close()
    await opened.close()
    told.length = 0
  })

  it('hears of a revocation from the master it was made at, not over the bus between the nodes alone', async () => {
    const counts = await Promise.all(cluster().masters.map(({ ask }) => ask.pubsub('NUMSUB', channel)))
    expect(counts).to.deep.equal(cluster().masters.map(() => [channel, 1]))
  })

  it('does not go on while a master publishes but serves no keys', async () => {
    const [master] = cluster().masters
    await master?.ask.call('ACL', 'SETUSER', 'default', 'resetkeys')
    expect(await until(() => told.at(-1) === 'interrupted', { timeoutMs: 2000 })).to.equal(true)
    await master?.ask.call('ACL', 'SETUSER', 'default', '~*')
    expect(await until(() => told.at(-1) === 'started', { timeoutMs: 5000 })).to.equal(true)
  })

  it('does not go on without a master that it lost', async () => {
    const { redis } = opened
    if (!(redis instanceof Cluster)) throw new Error('This is no Cluster.')
    redis.nodes('master')[1]?.disconnect()
    expect(await until(() => told.at(-1) === 'interrupted', { timeoutMs: 1000 })).to.equal(true)
  })
}
