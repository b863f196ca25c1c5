import { operationLimits } from '@gatehouse/auth-service/throttle/operation-limits'
import { passwordAttempts } from '@gatehouse/auth-service/throttle/password-attempts'
import { streamGroup } from '@gatehouse/service-kit/events/stream-group'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import { rateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { outboxStream } from '@gatehouse/service-kit/outbox/outbox-stream'
import { createLogger } from '@gatehouse/service-kit/process/log'
import { openRedis } from '@gatehouse/service-kit/storage/redis'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { systemClock } from '@gatehouse/service-kit/time/clock'
import { expect } from 'chai'
import {
  newAccountId,
  type RedisAccess,
  type SessionReplica,
  startSessionReplica,
} from './session-services.ts'

const minute = 60_000
const many = 60
const everybody = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: many }, make))

/** Runs for every form of Redis. Each step uses enough accounts to reach every node of a Cluster. */
export function sessionStoreSuite(redis: () => RedisAccess): void {
  let one: SessionReplica
  let two: SessionReplica
  before(async () => {
    one = await startSessionReplica(redis(), { GATEHOUSE_SESSION_CAP: '3' })
    two = await startSessionReplica(redis(), { GATEHOUSE_SESSION_CAP: '3' })
  })
  after(() => Promise.all([one?.close(), two?.close()]))

  const isLive = async ({ token }: { token: string }) => {
    try {
      await two.client.verify({ token })
      return true
    } catch (error) {
      expect(error).to.have.property('code', 'UNAUTHORIZED')
      return false
    }
  }

  it('creates, finds and ends sessions over two replicas', async () => {
    const people = await everybody(() => one.signIn())
    expect(await Promise.all(people.map(isLive))).to.not.include(false)
    const ends = people.map(({ accountId, idHash }, index) =>
      index % 2 === 0
        ? two.client.revoke({ accountId, idHashes: [idHash] })
        : two.client.revokeAll({ accountId }),
    )
    expect(await Promise.all(ends)).to.deep.equal(people.map(() => ({ revoked: 1 })))
    expect(await Promise.all(people.map(isLive))).to.not.include(true)
  })

  it('enforces the session cap for simultaneous sign-ins over two replicas', async () => {
    const accountId = newAccountId()
    const signIns = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : two).signIn(accountId))
    const people = await Promise.all(signIns)
    const live = await Promise.all(people.map(isLive))
    expect(live.filter(Boolean)).to.have.length(3)
    expect((await one.client.list({ accountId })).sessions).to.have.length(3)
  })

  it('stores the last use without restoring an ended session', async () => {
    const accountId = newAccountId()
    const [kept, ended] = [await one.signIn(accountId), await one.signIn(accountId)]
    one.clock.advance(minute)
    await Promise.all([kept, ended].map(({ token }) => one.client.verify({ token })))
    await two.client.revokeToken(ended)
    const { sessions } = await one.client.list({ accountId })
    expect(sessions.map(({ idHash }) => idHash)).to.deep.equal([kept.idHash])
    expect(sessions[0]?.lastUsedAt).to.be.greaterThan(sessions[0]?.createdAt ?? new Date())
  })

  it('records a proof, but not for an ended session', async () => {
    const ann = await one.signIn()
    await two.client.recordProof({ ...ann, methods: [3] })
    expect((await one.client.verify(ann)).session?.proofMethods).to.deep.equal([3])
    await two.client.revokeToken(ann)
    expect((await rejected(one.client.recordProof({ ...ann, methods: [3] }))).code).to.equal('UNAUTHORIZED')
  })

  it('sends every ended session to a watcher', async () => {
    const received = new Set<string>()
    let isStarted = false
    const stream = two.client.watchRevocations()
    stream.on('error', () => {})
    stream.on('data', ({ event }) => {
      if (event?.$case === 'started') isStarted = true
      if (event?.$case === 'revoked') for (const idHash of event.value.idHashes) received.add(idHash)
    })
    await until(() => isStarted)
    const people = await everybody(() => one.signIn())
    await Promise.all(people.map((person) => one.client.revokeToken(person)))
    await until(() => people.every(({ idHash }) => received.has(idHash)))
    stream.cancel()
  })

  it('publishes the events of every session, also those that a stopped process left in the outbox', async () => {
    const log = createLogger({ name: 'test', level: 'silent' })
    const opened = await openRedis({ url: redis().url, tlsPaths: tlsPaths(redis()), log })
    const prefix = `suite-${newAccountId()}:`
    const outboxOf = ({ accountId }: { accountId: string }) => `${prefix}sessions:{${accountId}}:outbox`
    const waiting = async (people: { accountId: string }[]) =>
      (await Promise.all(people.map((person) => opened.redis.exists(outboxOf(person))))).filter(Boolean)
        .length
    const received = async (type: string) => {
      const entries = await opened.redis.xrange(`${prefix}events:sessions`, '-', '+')
      // At least once: a sweep and the process that wrote an event may both publish it, with the same id.
      return new Set(entries.filter(([, fields]) => fields.includes(type)).map(([, fields]) => fields.join()))
        .size
    }

    const first = await startSessionReplica(redis(), { GATEHOUSE_REDIS_PREFIX: prefix })
    const people = await everybody(() => first.signIn())
    await until(async () => (await waiting(people)) === 0)
    expect(await received('session.created')).to.equal(many)
    await first.close()
    await Promise.all(
      people.map((person, id) =>
        opened.redis.rpush(outboxOf(person), JSON.stringify({ id: `left.${id}`, type: 'left' })),
      ),
    )
    const second = await startSessionReplica(redis(), { GATEHOUSE_REDIS_PREFIX: prefix })
    await until(async () => (await waiting(people)) === 0)
    expect(await received('left')).to.equal(many)
    await second.close()
    await opened.close()
  })

  it('counts password attempts', async () => {
    const log = createLogger({ name: 'test', level: 'silent' })
    const opened = await openRedis({ url: redis().url, tlsPaths: tlsPaths(redis()), log })
    const limit = operationLimits['auth:password']
    const attempts = passwordAttempts({
      redis: opened.redis,
      prefix: 'suite:',
      scale: 1,
      clock: systemClock,
      limit,
    })
    const address = '203.0.113.9'
    const person = async () => {
      const email = `${newAccountId()}@gatehouse.test`
      await attempts.rememberAddress(email, address)
      const taken = await Promise.all(
        Array.from({ length: 8 }, () => attempts.take(email, { clientAddress: address })),
      )
      const first = taken.find(({ outcome }) => outcome === 'taken')
      if (first?.outcome === 'taken') await attempts.end(email, first, 'refunded')
      const second = taken.findLast(({ outcome }) => outcome === 'taken')
      if (second?.outcome === 'taken') await attempts.end(email, second, 'succeeded')
      const after = await attempts.take(email, { clientAddress: address })
      if (after.outcome === 'taken') await attempts.end(email, after, 'failed')
      await attempts.clearFailures(email)
      await attempts.clearAll(email)
      return [taken.filter(({ outcome }) => outcome === 'taken').length, after.outcome, after.sourceField]
    }
    const people = await everybody(person)
    expect(people).to.deep.equal(people.map(() => [5, 'taken', `address:${address}`]))
    await opened.close()
  })

  it('counts rate limits, keeps the message stream in order, and reads it with a consumer group', async () => {
    const log = createLogger({ name: 'test', level: 'silent' })
    const opened = await openRedis({ url: redis().url, tlsPaths: tlsPaths(redis()), log })
    const limiter = rateLimiter({
      redis: opened.redis,
      prefix: 'suite:',
      service: 'gateway',
      scale: 1,
      clock: systemClock,
    })
    await everybody(async () => {
      const key = `account:${newAccountId()}`
      const limits = [
        { bucket: 'login', key, limit: 2, windowSeconds: 60 },
        { bucket: 'global', key, limit: 50, windowSeconds: 60 },
      ]
      const verdicts = [await limiter.take(limits), await limiter.take(limits), await limiter.take(limits)]
      expect(verdicts.map(({ allowed }) => allowed)).to.deep.equal([true, true, false])
      // As for an execution: its webhook and its channel are in different slots.
      const ofTwo = ['webhook', 'channel'].map((kind) => ({
        bucket: kind,
        key: `${kind}:${newAccountId()}`,
        limit: 1,
        windowSeconds: 60,
      }))
      const taken = [await limiter.take(ofTwo), await limiter.take(ofTwo)]
      expect(taken.map(({ allowed }) => allowed)).to.deep.equal([true, false])

      const bucket = { bucket: 'guess', key: newAccountId(), limit: 1, windowSeconds: 60 }
      const guess = (address: string) => limiter.take(addressLimits(bucket, address))
      for (let index = 0; index < 10; index++) await guess(`2001:db8:1:${index}::1`)
      const beyond = [await guess('2001:db8:1:9::2'), await guess('2001:db8:1:a::1')]
      expect(beyond.map(({ allowed, state }) => [allowed, state.limit])).to.deep.equal([
        [false, 1],
        [false, 10],
      ])
    })
    const stream = outboxStream(opened.redis, { key: 'suite:messages', maxLength: 100, maxBytes: 1e9, log })
    const messages = ['1', '2', '3'].map((id) => ({ id, fields: ['message', '{}'], leaseUntil: 0 }))
    const { published, error } = await stream.append(messages)
    expect([published.map(({ id }) => id), error]).to.deep.equal([['1', '2', '3'], null])

    const group = streamGroup(opened.redis, { key: 'suite:messages', group: `group-${newAccountId()}` })
    await group.create()
    await group.create()
    expect(await group.readNew('one')).not.to.deep.equal([])
    expect(await group.readNew('one')).to.deep.equal([])
    const left = (await group.claim('two', 0)).entries
    expect(left.at(-1)?.fields.get('message')).to.equal('{}')
    await group.acknowledge(left)
    expect((await group.claim('one', 0)).entries).to.deep.equal([])
    await opened.close()
  })
}

function tlsPaths({ env = {} }: RedisAccess) {
  return {
    redisCa: env.GATEHOUSE_REDIS_CA ?? null,
    redisCert: env.GATEHOUSE_REDIS_CERT ?? null,
    redisKey: env.GATEHOUSE_REDIS_KEY ?? null,
  }
}
