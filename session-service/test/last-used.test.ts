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

  it('is written at most once a minute, however often it is used', async () => {
    const session = await signIn(service)
    const signedInAt = service.clock.now()
    service.clock.advance(minute - 1)
    await service.client.verify({ token: session.token })
    await service.client.list(session)
    expect(await storedUse(session)).to.equal(signedInAt)
    service.clock.advance(1)
    await service.client.verify({ token: session.token })
    await service.client.list(session)
    expect(await storedUse(session)).to.equal(signedInAt + minute)
  })

  it('is written once by two replicas that both saw it used', async () => {
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

  it('is not written while a verification waits for its answer, but soon after by itself', async () => {
    const session = await signIn(service)
    service.clock.advance(minute)
    await service.client.verify({ token: session.token })
    await until(async () => (await storedUse(session)) === service.clock.now())
  })

  it('counts before it is written: for the next verification, a proof and the list, with the time of the use', async () => {
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

  it('does not keep alive what was over before it', async () => {
    const session = await signIn(service)
    service.clock.advance(29 * day)
    await service.client.verify({ token: session.token })
    service.clock.advance(30 * day)
    expect((await rejected(service.client.verify({ token: session.token }))).code).to.equal('UNAUTHORIZED')
  })

  it('is written at shutdown', async () => {
    const session = await signIn(service)
    service.clock.advance(minute)
    await service.client.verify({ token: session.token })
    await service.close()
    expect(await storedUse(session)).to.equal(service.clock.now())
    await service.stop()
    stopped = true
  })

  it('never brings back a revoked session, 50 at once', async () => {
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

  it('never moves the absolute end', async () => {
    const session = await signIn(service)
    for (let i = 0; i < 8; i++) {
      service.clock.advance(22 * day)
      await service.client.verify({ token: session.token })
      await service.client.list(session)
    }
    service.clock.advance(4 * day)
    expect((await rejected(service.client.verify({ token: session.token }))).code).to.equal('UNAUTHORIZED')
  })

  it('keeps the key in Redis only as long as a session can live unused', async () => {
    const session = await signIn(service)
    const kept = await service.redis.pttl(service.keyOf(session.accountId))
    expect(kept).to.be.within(30 * day, 31 * day)
  })
})
