import { setTimeout as delay } from 'node:timers/promises'
import { type RedisCluster, startRedisCluster } from '@gatehouse/dev/testing/redis/redis-cluster'
import { rateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { outboxStream } from '@gatehouse/service-kit/outbox/outbox-stream'
import { createLogger } from '@gatehouse/service-kit/process/log'
import { openRedis, type RedisClient } from '@gatehouse/service-kit/storage/redis'
import { onMaster } from '@gatehouse/service-kit/storage/redis-masters'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { Cluster } from 'ioredis'

const keys = Array.from({ length: 60 }, (_, number) => `value:${number}`)
const publications = Array.from({ length: 10 }, (_, number) => ({
  id: String(number),
  fields: ['number', String(number)],
  leaseUntil: 0,
}))

describe('replies of a Cluster', () => {
  const log = createLogger({ name: 'test', level: 'silent' })
  let cluster: RedisCluster
  before(async () => {
    cluster = await startRedisCluster()
  })
  after(() => cluster?.stop())

  it('charge the limits of accounts in different slots behind', async () => {
    const { redis, close } = await openRedis({ url: cluster.url, log })
    const options = { redis, prefix: '', service: 'gateway', scale: 1 } as const
    const [own, other] = [fakeClock(), fakeClock()].map((clock) => rateLimiter({ ...options, clock }))
    const accounts = Array.from({ length: 8 }, (_, number) => {
      const limit = { key: `account:${number}`, limit: 40, windowSeconds: 10 }
      return [
        { ...limit, bucket: 'global', global: true },
        { ...limit, bucket: 'users:me' },
      ]
    })
    for (let i = 0; i < 2; i++) await Promise.all(accounts.map((limits) => own?.takeDeferred?.(limits)))
    const deferred = accounts.flatMap((limits) => [own?.takeDeferred?.(limits), own?.takeDeferred?.(limits)])
    expect(deferred.some((decision) => decision instanceof Promise)).to.equal(false)
    for (const limits of accounts)
      await until(async () => expect((await other?.take(limits, 0))?.state.remaining).to.equal(36))
    await close()
  })

  it('resolve their own commands while a master of a stream is replaced', async () => {
    const writer = await openRedis({ url: cluster.url, log })
    await Promise.all(keys.map((key) => writer.redis.set(key, key)))
    // Without its replica a killed master would lose what it has just stored.
    const masters = writer.redis instanceof Cluster ? writer.redis.nodes('master') : []
    expect(await Promise.all(masters.map((master) => master.wait(1, 60_000)))).to.deep.equal([1, 1, 1])
    const owner = await onMaster(writer.redis, 'stream', async ({ options }) => options.port)
    await writer.close()
    await cluster.masters.find(({ port }) => port === owner)?.process.kill()

    const clients = await Promise.all(Array.from({ length: 4 }, () => openRedis({ url: cluster.url, log })))
    const outcomes = await Promise.all(clients.map(({ redis }) => appendAndRead(redis)))
    await Promise.all(clients.map((client) => client.close()))

    expect(outcomes.flatMap(({ wrong }) => wrong)).to.deep.equal([])
    expect(
      outcomes.every(({ appended }) => appended > 0),
      'the stream is written again',
    ).to.equal(true)
  })
})

/** Reads known values while it appends, until two seconds after the first success or a minute is over. */
async function appendAndRead(redis: RedisClient) {
  const log = createLogger({ name: 'test', level: 'silent' })
  const stream = outboxStream(redis, { key: 'stream', maxLength: 1000, maxBytes: 1e9, log })
  const wrong: string[] = []
  const commands: Promise<unknown>[] = []
  let appended = 0
  let end = performance.now() + 60_000
  while (performance.now() < end) {
    const batch = stream.append(publications).then(({ published }) => {
      if (published.length > 0 && appended === 0) end = Math.min(end, performance.now() + 2000)
      appended += published.length
    })
    const reads = keys.map(async (key) => {
      const value = await redis.get(key).catch(() => key)
      if (value !== key) wrong.push(`${key} is ${value}`)
    })
    commands.push(batch, ...reads)
    await delay(20)
  }
  await Promise.all(commands)
  return { wrong, appended }
}
