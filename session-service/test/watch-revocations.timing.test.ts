import { once } from 'node:events'
import type { WatchRevocationsResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { withinMs } from '@gatehouse/service-kit/testing/within-ms'
import { durationMs } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import { newAccountId, type RunningService, signIn, startService } from './running-service.ts'

type Event = NonNullable<WatchRevocationsResponse['event']>

/** Collects the events of this service, without heartbeats. */
function watch({ client }: Pick<RunningService, 'client'>) {
  const received: Event[] = []
  let isEnded = false
  const stream = client.watchRevocations()
  stream.on('data', ({ event }: WatchRevocationsResponse) => {
    if (event && event.$case !== 'heartbeat') received.push(event)
  })
  stream.on('end', () => {
    isEnded = true
  })
  stream.on('error', () => {
    isEnded = true
  })
  const cases = () => received.map(({ $case }) => $case)
  return {
    cases,
    /** Requests a heartbeat and returns the age in it. */
    async heartbeat(): Promise<number | undefined> {
      stream.write({})
      for (;;) {
        const [{ event }] = (await once(stream, 'data')) as [WatchRevocationsResponse]
        if (event?.$case === 'heartbeat')
          return event.value.deliveredUntilAge && durationMs(event.value.deliveredUntilAge)
      }
    },
    end: () => stream.end(),
    isEnded: () => isEnded,
    started: () => until(async () => cases().at(-1) === 'started'),
    interrupted: () => until(async () => cases().at(-1) === 'interrupted'),
    /** The revoked hashes of this account. */
    revoked: (accountId: string) =>
      received.flatMap((event) =>
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

  it('sends every revocation, at whichever replica it was made', async () => {
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
    await service.client.revokeAll({ accountId })
    await until(async () => watcher.revoked(accountId).length === 4)
    expect(watcher.revoked(accountId)).to.deep.equal([one, two, four, three].map(({ idHash }) => idHash))
    watcher.stop()
    await replica.stop()
  })

  it('sends nothing when no session was revoked', async () => {
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

  it('sends started to a second watcher at once', async () => {
    const first = watch(service)
    await first.started()
    const second = watch(service)
    await second.started()
    expect(second.cases()).to.deep.equal(['started'])
    first.stop()
    second.stop()
  })

  it('answers each request with a heartbeat, whose age stays below half a second', async () => {
    const watcher = watch(service)
    await watcher.started()
    for (let count = 0; count < 20; count += 1) expect(await watcher.heartbeat()).to.be.below(500)
    watcher.stop()
  })

  it('ends when the caller ends its side', async () => {
    const watcher = watch(service)
    await watcher.started()
    watcher.end()
    await until(async () => watcher.isEnded())
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

  const disturbances: Record<string, () => void> = {
    'is cut': () => endpoint.cut(),
    hangs: () => endpoint.freeze(),
  }
  for (const [how, disturb] of Object.entries(disturbances)) {
    it(`sends interrupted within a second when the connection ${how}, and started afterwards`, async () => {
      const watcher = watch(service)
      await watcher.started()
      disturb()
      const heartbeat = async () => {
        await watcher.interrupted()
        return watcher.heartbeat()
      }
      expect(await withinMs(1100, heartbeat)).to.equal(undefined)
      endpoint.cut()
      endpoint.mend()
      await watcher.started()
      const ann = await signIn(service)
      await service.client.revokeToken(ann)
      await until(async () => watcher.revoked(ann.accountId).length === 1)
      watcher.stop()
    })
  }

  it('sends interrupted when Redis publishes but serves no keys, as a node that is cut off from its Cluster', async () => {
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

  it('measures the age by the wall clock when the monotonic clock stood still', async () => {
    const watcher = watch(service)
    await watcher.started()
    endpoint.freeze()
    service.clock.advance(60_000)
    expect(await watcher.heartbeat()).to.be.at.least(60_000)
    watcher.stop()
    endpoint.cut()
  })

  it('sends interrupted to a new watcher while Redis is unavailable', async () => {
    endpoint.cut()
    const watcher = watch(service)
    await watcher.interrupted()
    endpoint.mend()
    await watcher.started()
    expect(watcher.cases()).to.deep.equal(['interrupted', 'started'])
    watcher.stop()
  })
})
