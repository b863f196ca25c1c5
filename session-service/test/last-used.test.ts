import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { day, minute, newAccountId, type RunningService, signIn, startService } from './running-service.ts'

describe('the last use of a session', () => {
  let service: RunningService
  let stopped: boolean
  beforeEach(async () => {
    service = await startService()
    stopped = false
  })
  afterEach(async () => {
    if (!stopped) await service.stop()
  })

  const storedUse = async ({ accountId, idHash }: { accountId: string; idHash: string }) =>
    Number((await service.redis.hget(service.keyOf(accountId), idHash))?.split(' ')[0])

  const use = async (session: { token: string; accountId: string }) => {
    await service.client.verify({ token: session.token })
    await service.client.list(session)
  }

  it('is stored at first, then at most once a minute', async () => {
    const session = await signIn(service)
    service.clock.advance(10)
    const first = service.clock.now()
    await use(session)
    expect(await storedUse(session)).to.equal(first)
    service.clock.advance(minute - 1)
    await use(session)
    expect(await storedUse(session)).to.equal(first)
    service.clock.advance(1)
    await use(session)
    expect(await storedUse(session)).to.equal(first + minute)
  })

  it('is later than the creation, also in the same millisecond', async () => {
    const session = await signIn(service)
    await use(session)
    expect(await storedUse(session)).to.equal(service.clock.now() + 1)
  })

  it('is stored once by two replicas that both saw a use', async () => {
    const replica = await service.startReplica()
    const session = await signIn(service)
    service.clock.advance(minute)
    const usedAt = service.clock.now()
    await Promise.all([service, replica].map(({ client }) => client.verify({ token: session.token })))
    await service.client.list(session)
    service.clock.advance(1)
    await replica.client.verify({ token: session.token })
    await replica.client.list(session)
    expect(await storedUse(session)).to.equal(usedAt)
    await replica.stop()
  })

  it('is stored soon after a verification, which does not wait for it', async () => {
    const session = await signIn(service)
    service.clock.advance(minute)
    await service.client.verify({ token: session.token })
    await until(async () => (await storedUse(session)) === service.clock.now())
  })

  it('counts before it is stored: for verification, proof and list', async () => {
    for (const use of ['verify', 'recordProof', 'list'] as const) {
      const session = await signIn(service)
      service.clock.advance(29 * day)
      const usedAt = service.clock.now()
      await service.client.verify({ token: session.token })
      service.clock.advance(2 * day)
      await service.client[use]({ ...session, methods: [ProofMethod.PASSWORD] })
      if (use === 'list') expect(await storedUse(session)).to.equal(usedAt)
      expect((await service.client.verify({ token: session.token })).session?.idHash).to.equal(session.idHash)
    }
  })

  it('does not revive an expired session', async () => {
    const session = await signIn(service)
    service.clock.advance(29 * day)
    await service.client.verify({ token: session.token })
    service.clock.advance(30 * day)
    expect((await rejected(service.client.verify({ token: session.token }))).code).to.equal('UNAUTHORIZED')
  })

  it('is stored at shutdown', async () => {
    const session = await signIn(service)
    service.clock.advance(minute)
    await service.client.verify({ token: session.token })
    await service.close()
    expect(await storedUse(session)).to.equal(service.clock.now())
    await service.stop()
    stopped = true
  })

  it('never restores a revoked session, with 50 concurrent revocations', async () => {
    const accountId = newAccountId()
    const sessions = await Promise.all(Array.from({ length: 50 }, () => signIn(service, accountId)))
    service.clock.advance(2 * minute)
    await Promise.all(
      sessions.flatMap(({ token }) => [
        service.client.verify({ token }).catch(() => {}),
        service.client.revokeToken({ token }),
        service.client.list({ accountId }),
      ]),
    )
    await service.close()
    expect(await service.redis.exists(service.keyOf(accountId))).to.equal(0)
    await service.stop()
    stopped = true
  })

  it('never moves the absolute expiry', async () => {
    const session = await signIn(service)
    for (let i = 0; i < 8; i++) {
      service.clock.advance(22 * day)
      await service.client.verify({ token: session.token })
      await service.client.list(session)
    }
    service.clock.advance(4 * day)
    expect((await rejected(service.client.verify({ token: session.token }))).code).to.equal('UNAUTHORIZED')
  })

  it('expires the Redis key with the idle time', async () => {
    const session = await signIn(service)
    const kept = await service.redis.pttl(service.keyOf(session.accountId))
    expect(kept).to.be.within(30 * day, 31 * day)
  })
})
