import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import {
  day,
  laptop,
  minute,
  newAccountId,
  type RunningService,
  signIn,
  startService,
} from './running-service.ts'

describe('Sessions.RecordProof', () => {
  let service: RunningService
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const methods = [ProofMethod.TOTP]

  it('shows in the next verification, and changes nothing else', async () => {
    const { token, accountId, idHash } = await signIn(service)
    service.clock.advance(1)
    await service.client.verify({ token })
    // Stores the first use.
    await service.client.list({ accountId })
    const before = (await service.client.verify({ token })).session
    service.clock.advance(10_000)
    await service.client.recordProof({ accountId, idHash, methods })
    const after = (await service.client.verify({ token })).session
    expect(after).to.deep.equal({ ...before, provedAt: new Date(service.clock.now()), proofMethods: methods })
  })

  it('does not conflict with concurrent last uses', async () => {
    const { token, accountId, idHash } = await signIn(service)
    service.clock.advance(minute)
    const now = new Date(service.clock.now())
    await service.client.verify({ token })
    await Promise.all([
      service.client.recordProof({ accountId, idHash, methods }),
      service.client.list({ accountId }),
    ])
    const { session } = await service.client.verify({ token })
    expect(session).to.deep.include({ lastUsedAt: now, provedAt: now, browser: 'Chrome' })
  })

  it('works for a session without a proof', async () => {
    const accountId = newAccountId()
    const { token, session } = await service.client.create({ accountId, client: laptop, proofMethods: [] })
    await service.client.recordProof({ accountId, idHash: session?.idHash ?? '', methods })
    expect((await service.client.verify({ token })).session?.proofMethods).to.deep.equal(methods)
  })

  it('rejects a revoked session, and does not restore it', async () => {
    const { token, accountId, idHash } = await signIn(service)
    await service.client.revokeToken({ token })
    const error = await rejected(service.client.recordProof({ accountId, idHash, methods }))
    expect(error.code).to.equal('UNAUTHORIZED')
    expect(await service.redis.exists(service.keyOf(accountId))).to.equal(0)
  })

  it('rejects an expired session', async () => {
    const { accountId, idHash } = await signIn(service)
    service.clock.advance(30 * day)
    const error = await rejected(service.client.recordProof({ accountId, idHash, methods }))
    expect(error.code).to.equal('UNAUTHORIZED')
  })

  it('rejects the session of another account', async () => {
    const [ann, bob] = [await signIn(service), await signIn(service)]
    const request = { accountId: bob.accountId, idHash: ann.idHash, methods }
    expect((await rejected(service.client.recordProof(request))).code).to.equal('UNAUTHORIZED')
  })

  it('rejects a proof without a method or with an unknown one', async () => {
    const { accountId, idHash } = await signIn(service)
    const prove = (list: ProofMethod[]) =>
      rejected(service.client.recordProof({ accountId, idHash, methods: list }))
    expect((await prove([])).fields[0]).to.include({ path: 'methods', code: 'REQUIRED' })
    expect((await prove([ProofMethod.UNSPECIFIED])).fields[0]).to.include({ code: 'INVALID_FORMAT' })
  })
})
