import type { WatchRevocationsResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { newAccountId, type RunningService, signIn, startService } from './running-service.ts'

type Event = NonNullable<WatchRevocationsResponse['event']>

/** Collects what a watcher of this service is told, heartbeats apart. */
function watch({ client }: Pick<RunningService, 'client'>) {
  const told: Event[] = []
  let heartbeats = 0
  let isEnded = false
  const stream = client.watchRevocations({})
  stream.on('data', ({ event }: WatchRevocationsResponse) => {
    if (event?.$case === 'heartbeat') heartbeats += 1
    else if (event) told.push(event)
  })
  stream.on('end', () => {
    isEnded = true
  })
  stream.on('error', () => {
    isEnded = true
  })
  const cases = () => told.map(({ $case }) => $case)
  return {
    cases,
    heartbeats: () => heartbeats,
    isEnded: () => isEnded,
    started: () => until(async () => cases().at(-1) === 'started'),
    interrupted: () => until(async () => cases().at(-1) === 'interrupted'),
    /** The hashes told to have ended, of this account. */
    revoked: (accountId: string) =>
      told.flatMap((event) =>
        event.$case === 'revoked' && event.value.accountId === accountId ? event.value.idHashes : [],
      ),
    stop: () => stream.cancel(),
  }
}

describe('Sessions.WatchRevocations', () => {
  let service: RunningService
  beforeEach(async () => {
    service = await startService({ GATEHOUSE_SESSION_CAP: '2' })
  })
  afterEach(() => service.stop())

  it('tells of every way a session ends, whichever replica ended it', async () => {
    const replica = await service.startReplica()
    const watcher = watch(service)
    await watcher.started()
    const accountId = newAccountId()
    const one = await signIn(service, accountId)
    service.clock.advance(1)
    const two = await signIn(replica, accountId)
    const three = await signIn(replica, accountId)
    await until(async () => watcher.revoked(accountId).length === 1)
    await replica.client.revoke({ accountId, idHashes: [two.idHash] })
    const four = await signIn(service, accountId)
    await replica.client.revokeToken(four)
    await service.client.revokeAll({ accountId, exceptIdHash: '' })
    await until(async () => watcher.revoked(accountId).length === 4)
    expect(watcher.revoked(accountId)).to.deep.equal([one, two, four, three].map(({ idHash }) => idHash))
    watcher.stop()
    await replica.stop()
  })

  it('says nothing of a revocation that ended nothing', async () => {
    const watcher = watch(service)
    await watcher.started()
    const ann = await signIn(service)
    await service.client.revokeAll({ accountId: ann.accountId, exceptIdHash: ann.idHash })
    await service.client.revokeToken({ token: ann.idHash })
    await service.client.revokeToken(ann)
    await until(async () => watcher.revoked(ann.accountId).length > 0)
    expect(watcher.revoked(ann.accountId)).to.deep.equal([ann.idHash])
    watcher.stop()
  })

  it('tells a second watcher at once that it may trust what it hears', async () => {
    const first = watch(service)
    await first.started()
    const second = watch(service)
    await second.started()
    expect(second.cases()).to.deep.equal(['started'])
    first.stop()
    second.stop()
  })

  it('shows by heartbeats that the way from Redis is whole', async () => {
    const watcher = watch(service)
    await until(async () => watcher.heartbeats() >= 2)
    watcher.stop()
  })

  it('ends when the service drains', async () => {
    const replica = await service.startReplica()
    const watcher = watch(replica)
    await watcher.started()
    await replica.close()
    await until(async () => watcher.isEnded())
    await replica.stop()
  })
})

describe('Sessions.WatchRevocations and Redis', () => {
  let endpoint: TcpProxy
  let service: RunningService
  beforeEach(async () => {
    endpoint = await tcpProxy(process.env.GATEHOUSE_TEST_REDIS_URL ?? '')
    service = await startService({ GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${endpoint.port}` })
  })
  afterEach(async () => {
    await service.stop()
    await endpoint.close()
  })

  const hurts: Record<string, () => void> = { 'is cut': () => endpoint.cut(), hangs: () => endpoint.freeze() }
  for (const [how, hurt] of Object.entries(hurts)) {
    it(`says within a second that revocations may be missed when the connection ${how}, and starts again`, async () => {
      const watcher = watch(service)
      await watcher.started()
      hurt()
      const from = performance.now()
      await watcher.interrupted()
      expect(performance.now() - from).to.be.below(1100)
      endpoint.cut()
      endpoint.mend()
      await watcher.started()
      const ann = await signIn(service)
      await service.client.revokeToken(ann)
      await until(async () => watcher.revoked(ann.accountId).length === 1)
      watcher.stop()
    })
  }

  it('says so when Redis still publishes but serves no keys, as a node that is cut off from its Cluster', async () => {
    const user = `cut-off-${newAccountId()}`
    await service.redis.call('ACL', 'SETUSER', user, 'on', '>secret', '+@all', '~*', '&*')
    const limited = await startService({
      GATEHOUSE_REDIS_URL: `redis://${user}:secret@127.0.0.1:${endpoint.port}`,
    })
    const watcher = watch(limited)
    await watcher.started()
    await service.redis.call('ACL', 'SETUSER', user, 'resetkeys')
    await watcher.interrupted()
    await service.redis.call('ACL', 'SETUSER', user, '~*')
    await watcher.started()
    watcher.stop()
    await limited.stop()
    await service.redis.call('ACL', 'DELUSER', user)
  })

  it('says so to one that comes while Redis is away', async () => {
    endpoint.cut()
    const watcher = watch(service)
    await watcher.interrupted()
    endpoint.mend()
    await watcher.started()
    expect(watcher.cases()).to.deep.equal(['interrupted', 'started'])
    watcher.stop()
  })
})
