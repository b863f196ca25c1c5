import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { isLive, laptop, minute, newAccountId, type RunningService, startService } from './running-service.ts'

describe('a sign-in attempt', () => {
  let service: RunningService
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const create = (attemptId: string | undefined, accountId = newAccountId()) =>
    service.client.create({ accountId, client: laptop, proofMethods: [] }, { attemptId })
  const sessionsOf = async (accountId: string) => (await service.client.list({ accountId })).sessions
  const recordKey = (attemptId: string) => `${service.config.redisPrefix}sessions:attempt:${attemptId}`

  it('ends with the sessions that it created, and with no other', async () => {
    const [attemptId, accountId] = [randomUUID(), newAccountId()]
    const mine = [await create(attemptId, accountId), await create(attemptId)]
    const others = [await create(randomUUID(), accountId), await create(undefined, accountId)]
    expect(await service.client.endAttempt({ attemptId })).to.deep.equal({ revoked: 2 })
    for (const session of mine) expect(await isLive(service, session)).to.equal(false)
    for (const session of others) expect(await isLive(service, session)).to.equal(true)
    expect(await service.client.endAttempt({ attemptId })).to.deep.equal({ revoked: 0 })
  })

  it('creates nothing after its end, at whichever replica', async () => {
    const replica = await service.startReplica()
    try {
      const [attemptId, accountId] = [randomUUID(), newAccountId()]
      expect(await replica.client.endAttempt({ attemptId })).to.deep.equal({ revoked: 0 })
      const failure = await rejected(create(attemptId, accountId))
      expect(failure.code).to.equal('UPSTREAM_TIMEOUT')
      expect(await sessionsOf(accountId)).to.deep.equal([])
    } finally {
      await replica.stop()
    }
  })

  it('leaves no session whenever it ends', async () => {
    const outcomes = { created: 0, failed: 0 }
    for (let round = 0; round < 60; round += 1) {
      const [attemptId, accountId] = [randomUUID(), newAccountId()]
      const creation = create(attemptId, accountId).then(
        () => 'created' as const,
        () => 'failed' as const,
      )
      await pause((round % 20) / 10)
      await service.client.endAttempt({ attemptId })
      outcomes[await creation] += 1
      expect(await sessionsOf(accountId), `round ${round}`).to.deep.equal([])
    }
    expect(outcomes.failed).to.be.above(0)
  })

  it('ends completely when its end is repeated after a failure', async () => {
    const [attemptId, accountId] = [randomUUID(), newAccountId()]
    const { token } = await create(attemptId, accountId)
    const record = await service.redis.get(recordKey(attemptId))
    // The process ended between the two steps.
    await service.redis.set(recordKey(attemptId), `ended${record}`)
    expect(await isLive(service, { token })).to.equal(true)
    expect(await service.client.endAttempt({ attemptId })).to.deep.equal({ revoked: 1 })
    expect(await isLive(service, { token })).to.equal(false)
  })

  it('is stored for a minute, without a token', async () => {
    const attemptId = randomUUID()
    const { token } = await create(attemptId)
    expect(await service.redis.pttl(recordKey(attemptId))).to.be.within(minute - 5000, minute)
    expect(await service.redis.get(recordKey(attemptId))).not.to.contain(token.slice(-43))
    await service.client.endAttempt({ attemptId })
    expect(await service.redis.pttl(recordKey(attemptId))).to.be.within(minute - 5000, minute)
  })

  it('is not stored under a malformed id', async () => {
    for (const attemptId of ['', 'short', 'a'.repeat(65), '{a}'.repeat(8), '*'.repeat(20)]) {
      const { token } = await create(attemptId)
      expect(await isLive(service, { token })).to.equal(true)
      expect(await service.redis.exists(recordKey(attemptId)), attemptId).to.equal(0)
      const failure = await rejected(service.client.endAttempt({ attemptId }))
      const code = attemptId === '' ? 'REQUIRED' : 'INVALID_FORMAT'
      expect(failure.fields[0], attemptId).to.include({ path: 'attempt_id', code })
    }
  })
})
