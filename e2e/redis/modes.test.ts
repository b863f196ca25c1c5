import { type RedisCluster, startRedisCluster } from '@gatehouse/dev/testing/redis/redis-cluster'
import { hasInfo } from '@gatehouse/dev/testing/redis/redis-nodes'
import { type RedisSentinels, startRedisSentinels } from '@gatehouse/dev/testing/redis/redis-sentinels'
import { startRedisWithTls } from '@gatehouse/dev/testing/redis/redis-tls'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { startTraffic } from './failover-traffic.ts'
import { handoffSuite } from './handoff-suite.ts'
import { type RedisAccess, type SessionReplica, startSessionReplica } from './session-services.ts'
import { sessionStoreSuite } from './session-store-suite.ts'
import { subscriptionSuite } from './subscription-suite.ts'

const unavailable = ['SERVICE_UNAVAILABLE', 'UPSTREAM_TIMEOUT']

/** Kills a master in the middle of traffic and waits until answers come again. */
async function surviveLoss(redis: RedisAccess, waitReplicas: string, kill: () => Promise<void>) {
  const settings = { GATEHOUSE_REDIS_WAIT_REPLICAS: waitReplicas }
  const replicas = [await startSessionReplica(redis, settings), await startSessionReplica(redis, settings)]
  const traffic = startTraffic(replicas)
  await traffic.responses(200)
  await kill()
  const after = await startSessionReplica(redis)
  await until(() => isServed(after), { everyMs: 100, show: () => 'sessions are created again' })
  await traffic.stop()
  await traffic.assertKept(after)
  const codes = traffic.rejections.map((error) => (error as { code?: unknown }).code)
  expect(codes.filter((code) => !unavailable.includes(String(code)))).to.deep.equal([])
  await Promise.all([...replicas, after].map((replica) => replica.close()))
}

async function isServed(replica: SessionReplica): Promise<boolean> {
  const tries = await Promise.allSettled(Array.from({ length: 40 }, () => replica.signIn()))
  return tries.every(({ status }) => status === 'fulfilled')
}

describe('sessions in a single Redis', () => {
  // Other tests use the same server at the same time.
  const env = { GATEHOUSE_REDIS_PREFIX: 'modes:' }
  const alone = () => ({ url: process.env.GATEHOUSE_TEST_REDIS_URL ?? '', env })
  sessionStoreSuite(alone)

  it('rejects new sessions without the required replicas, and still verifies sessions', async () => {
    const [strict, lenient] = [
      await startSessionReplica(alone(), { GATEHOUSE_REDIS_WAIT_REPLICAS: '9', GATEHOUSE_SESSION_CAP: '1' }),
      await startSessionReplica(alone()),
    ]
    const ann = await lenient.signIn()
    // Nobody has the token of a session whose creation failed, and at the cap it would have evicted another one.
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await rejected(strict.signIn(ann.accountId))).code).to.equal('SERVICE_UNAVAILABLE')
    expect((await lenient.client.list(ann)).sessions.map(({ idHash }) => idHash)).to.deep.equal([ann.idHash])
    expect((await strict.client.verify(ann)).session?.idHash).to.equal(ann.idHash)
    await Promise.all([strict.close(), lenient.close()])
  })
})

describe('sessions in a Redis with TLS and passwords', () => {
  let server: Awaited<ReturnType<typeof startRedisWithTls>>
  before(async () => {
    server = await startRedisWithTls()
  })
  after(() => server?.stop())

  sessionStoreSuite(() => server)

  it('does not connect without the CA, the certificate or the password', async () => {
    const { GATEHOUSE_REDIS_CA: _ca, ...noCa } = server.env
    const { GATEHOUSE_REDIS_CERT: _cert, GATEHOUSE_REDIS_KEY: _key, ...noCert } = server.env
    const wrong = [
      { url: server.url, env: noCa },
      { url: server.url, env: noCert },
      { ...server, url: server.url.replace('p%40ss', 'pass') },
      { ...server, url: server.url.replace('rediss', 'redis') },
    ]
    for (const access of wrong) {
      const replica = await startSessionReplica(access)
      const error = await replica.signIn().catch((cause: unknown) => cause)
      expect(error, access.url).to.have.property('code', 'SERVICE_UNAVAILABLE')
      await replica.close()
    }
  })
})

describe('sessions behind Sentinels', () => {
  let sentinels: RedisSentinels
  before(async () => {
    sentinels = await startRedisSentinels()
  })
  after(() => sentinels?.stop())

  sessionStoreSuite(() => sentinels)

  it('loses no session and restores no ended one when the master dies under load', async () => {
    await surviveLoss(sentinels, '2', () => sentinels.master.process.kill())
  })

  it('takes the old master back as a replica, and denies no command of replicas and Sentinels', async () => {
    await sentinels.master.process.start()
    await until(() => hasInfo(sentinels.master, 'replication', 'master_link_status:up'))
    for (const { redis } of [sentinels.master, ...sentinels.replicas])
      expect(await redis.acl('LOG')).to.deep.equal([])
  })
})

describe('sessions in a Cluster', () => {
  let cluster: RedisCluster
  before(async () => {
    cluster = await startRedisCluster()
  })
  after(() => cluster?.stop())

  sessionStoreSuite(() => cluster)
  handoffSuite(() => cluster)
  subscriptionSuite(() => cluster)

  it('loses no session and restores no ended one when a master dies under load', async () => {
    await surviveLoss(cluster, '1', async () => cluster.masters[0]?.process.kill())
  })
})
