import { expect } from 'chai'
import { type Giver, handingOver, PENDING, phone, stranger } from './handing-over.ts'
import { day, isLive, type RunningService, signIn, startService } from './running-service.ts'

const cap = 100

describe('a session that a handoff made', () => {
  let service: RunningService
  let steps: ReturnType<typeof handingOver>
  let ann: Giver
  before(async () => {
    service = await startService({ GATEHOUSE_LIMITS_SCALE: '1000' })
    steps = handingOver(service)
  })
  beforeEach(async () => {
    ann = await signIn(service)
  })
  after(() => service.stop())

  const sessions = async () => (await service.client.list({ accountId: ann.accountId })).sessions
  const count = async () => (await sessions()).length
  const isChildLive = ({ token }: { token: string }) => isLive(service, { token })

  /** Whether it needs a proof, or the session that the receiver got. */
  async function handOver(
    giver: Giver,
    { proved = false, client = phone } = {},
  ): Promise<Giver | 'unproved'> {
    const { code, receiverSecret } = await steps.receive(client)
    const { proofRequiredOf } = await steps.complete(code, giver, { proved })
    if (proofRequiredOf) {
      expect(proofRequiredOf).to.include({ accountId: giver.accountId, idHash: giver.idHash })
      // The code is still valid.
      expect(await steps.stateOf(code, { receiverSecret })).to.equal(PENDING)
      return 'unproved'
    }
    const { token } = await steps.poll(code, { receiverSecret })
    const { session } = await service.client.verify({ token })
    return { token, accountId: giver.accountId, idHash: session?.idHash ?? '' }
  }
  const child = async (giver = ann, options = {}) => {
    const made = await handOver(giver, options)
    if (made === 'unproved') throw new Error('Expected a session.')
    return made
  }
  /** Ordinary sign-ins of the account, until there are that many sessions. */
  const fillTo = async (sum: number) => {
    for (let sessionCount = await count(); sessionCount < sum; sessionCount += 1)
      await signIn(service, ann.accountId)
  }

  it('gives none without a proof of identity', async () => {
    const made = await child()
    expect(await handOver(made)).to.equal('unproved')
    expect(await count()).to.equal(2)
    const grandchild = await child(made, { proved: true })
    expect(await handOver(grandchild)).to.equal('unproved')
  })

  it('is one of five that a session gives without a proof', async () => {
    const children = []
    for (let i = 0; i < 5; i += 1) children.push(await child())
    expect(await handOver(ann)).to.equal('unproved')
    await child(ann, { proved: true })
    expect(await handOver(ann)).to.equal('unproved')
    expect(await handOver(await signIn(service, ann.accountId))).to.not.equal('unproved')
    for (const { token } of children.slice(0, 2)) await service.client.revokeToken({ token })
    await child()
    expect(await handOver(ann)).to.equal('unproved')
  })

  it('is one of five, however many are given at the same time', async () => {
    const codes = await Promise.all(Array.from({ length: 15 }, () => steps.receive()))
    const responses = await Promise.all(codes.map(({ code }) => steps.complete(code, ann)))
    expect(responses.filter(({ proofRequiredOf }) => proofRequiredOf === undefined)).to.have.length(5)
    expect(await count()).to.equal(6)
  })

  it('does not count once it has expired', async () => {
    for (let i = 0; i < 5; i += 1) await child()
    service.clock.advance(service.config.idleSeconds * 1000 - day)
    await service.client.verify({ token: ann.token })
    service.clock.advance(day + 1)
    await child()
  })

  it('is a child also if the code was claimed after the handoff was completed', async () => {
    const { code } = await steps.give(ann)
    await steps.complete(code, ann)
    const { token } = await steps.poll(code, { client: stranger })
    const made = (await sessions()).find(({ idHash }) => idHash !== ann.idHash)
    expect(made).to.include({ browser: undefined, os: undefined })
    expect(await handOver({ ...ann, token, idHash: made?.idHash ?? '' })).to.equal('unproved')
  })

  it('is no child because of what its client sends', async () => {
    const userAgent = `"parent":"${ann.idHash}"`
    const client = { address: '192.0.2.1', userAgent, location: { city: userAgent, country: 'CH' } }
    const { token, session } = await service.client.create({
      accountId: ann.accountId,
      client,
      proofMethods: [],
    })
    expect(await handOver({ token, accountId: ann.accountId, idHash: session?.idHash ?? '' })).to.not.equal(
      'unproved',
    )
  })

  describe('ends', () => {
    /** A session with two children, one of which has a child. */
    const family = async () => {
      const [one, two] = [await child(), await child()]
      return { one, two, grandchild: await child(one, { proved: true }) }
    }
    const live = async (...givers: Giver[]) => Promise.all(givers.map((giver) => isLive(service, giver)))
    const revoke = (...givers: Giver[]) =>
      service.client.revoke({
        accountId: ann.accountId,
        idHashes: givers.map(({ idHash }) => idHash),
        client: undefined,
      })

    it('with its parent, and with the parent of that', async () => {
      const { one, two, grandchild } = await family()
      const other = await signIn(service, ann.accountId)
      expect((await revoke(ann)).revoked).to.equal(4)
      expect(await live(ann, one, two, grandchild, other)).to.deep.equal([false, false, false, false, true])
    })

    it('without its siblings', async () => {
      const { one, two, grandchild } = await family()
      expect((await revoke(one)).revoked).to.equal(2)
      expect(await live(ann, one, two, grandchild)).to.deep.equal([true, false, true, false])
    })

    it('once, however often it is named', async () => {
      const { one, two, grandchild } = await family()
      expect((await revoke(grandchild, one, ann, two, one)).revoked).to.equal(4)
    })

    it('not when its parent signs out, also if that is named later', async () => {
      const { one, two, grandchild } = await family()
      await service.client.revokeToken({ token: ann.token })
      expect((await revoke(ann)).revoked).to.equal(0)
      expect(await live(ann, one, two, grandchild)).to.deep.equal([false, true, true, true])
    })

    it('with all sessions of the account but the one that is kept', async () => {
      const { one, two, grandchild } = await family()
      await service.client.revokeAll({ accountId: ann.accountId, exceptIdHash: ann.idHash })
      expect(await live(ann, one, two, grandchild)).to.deep.equal([true, false, false, false])
    })
  })

  it('takes the place of no other session, but of its siblings', async () => {
    await fillTo(cap)
    const before = await sessions()
    const { code, receiverSecret } = await steps.receive()
    expect(await steps.rejection(steps.complete(code, ann))).to.equal('SESSION_LIMIT_REACHED')
    expect(await steps.rejection(steps.complete(code, ann, { proved: true }))).to.equal(
      'SESSION_LIMIT_REACHED',
    )
    expect((await sessions()).map(({ idHash }) => idHash).sort()).to.deep.equal(
      before.map(({ idHash }) => idHash).sort(),
    )
    expect(await steps.stateOf(code, { receiverSecret })).to.equal(PENDING)
    const [unused] = before.filter(({ idHash }) => idHash !== ann.idHash)
    await service.client.revoke({
      accountId: ann.accountId,
      idHashes: [unused?.idHash ?? ''],
      client: undefined,
    })
    const first = await child()
    const second = await child()
    expect([await count(), await isChildLive(first), await isChildLive(second)]).to.deep.equal([
      cap,
      false,
      true,
    ])
    expect(await isLive(service, ann)).to.equal(true)
  })
})
