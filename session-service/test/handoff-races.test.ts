import { expect } from 'chai'
import { COMPLETED, EXPIRED, type Giver, handingOver, PENDING, phone, stranger } from './handing-over.ts'
import { type RunningService, signIn, startService } from './running-service.ts'

const many = 50

describe('fifty concurrent handoff calls at two replicas', () => {
  let service: RunningService
  let replica: Awaited<ReturnType<RunningService['startReplica']>>
  let ann: Giver
  let sides: ReturnType<typeof handingOver>[]
  before(async () => {
    service = await startService({ GATEHOUSE_LIMITS_SCALE: '1000' })
    replica = await service.startReplica()
    sides = [handingOver(service), handingOver(replica)]
  })
  beforeEach(async () => {
    ann = await signIn(service)
  })
  after(async () => {
    await replica.stop()
    await service.stop()
  })

  type Steps = ReturnType<typeof handingOver>
  const [one, two] = [() => sides[0] as Steps, () => sides[1] as Steps]
  /** Does it fifty times at once, on both replicas in turn; what fails answers its code. */
  const atOnce = <T>(act: (steps: Steps, index: number) => Promise<T>): Promise<(T | string)[]> =>
    Promise.all(
      Array.from({ length: many }, async (_, index) => {
        const steps = index % 2 === 0 ? one() : two()
        return act(steps, index).catch((error: { code: string }) => error.code)
      }),
    )
  const elsewhere = (index: number) => ({ ...phone, address: `198.51.100.${index}` })
  const tally = (values: unknown[]) => {
    const counts: Record<string, number> = {}
    for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
    return counts
  }
  const sessionsOf = async ({ accountId }: Giver) =>
    (await service.client.list({ accountId })).sessions.length

  it('issue fifty different codes', async () => {
    const drawn = await atOnce(async (steps) => (await steps.receive()).code)
    expect(new Set(drawn).size).to.equal(many)
  })

  it('let one receiver claim the code, and show the others nothing', async () => {
    const { code } = await one().give(ann)
    const polls = await atOnce((steps, index) => steps.poll(code, { client: elsewhere(index) }))
    const seen = polls.map((poll) => (typeof poll === 'string' ? poll : poll.state))
    expect(tally(seen)).to.deep.equal({ [PENDING]: 1, [EXPIRED]: many - 1 })
    const secrets = polls.filter((poll) => typeof poll !== 'string' && poll.receiverSecret !== '')
    expect(secrets).to.have.length(1)
  })

  it('leave no session after a concurrent sign-out everywhere', async () => {
    const left = await atOnce(async (steps) => {
      const giver = await signIn(service)
      const { code } = await steps.receive()
      const revoked = service.client.revokeAll({ accountId: giver.accountId })
      await Promise.allSettled([steps.complete(code, giver), revoked])
      return sessionsOf(giver)
    })
    expect(tally(left)).to.deep.equal({ 0: many })
  })

  it('complete a handoff once, and reject the others', async () => {
    const { code, receiverSecret } = await one().receive()
    const others = await Promise.all(Array.from({ length: many }, () => signIn(service)))
    const givers = others.map((other, index) => (index % 2 === 0 ? ann : other))
    const done = await atOnce(async (steps, index) => {
      await steps.complete(code, givers[index] ?? ann, { client: elsewhere(index) })
      return 'done'
    })
    expect(tally(done)).to.deep.equal({ done: 1, INVALID_HANDOFF_CODE: many - 1 })
    const winner = givers[done.indexOf('done')] ?? ann
    expect(await sessionsOf(winner)).to.equal(2)
    expect((await two().poll(code, { receiverSecret })).accountId).to.equal(winner.accountId)
  })

  it('deliver the token once', async () => {
    const { code, receiverSecret } = await one().receive()
    await two().complete(code, ann)
    const polls = await atOnce((steps, index) =>
      steps.poll(code, { receiverSecret, client: elsewhere(index) }),
    )
    const states = polls.map((poll) => (typeof poll === 'string' ? poll : poll.state))
    expect(tally(states)).to.deep.equal({ [COMPLETED]: 1, [EXPIRED]: many - 1 })
    expect(await sessionsOf(ann)).to.equal(2)
  })

  it('give the token to one of several polls that could each become the receiver', async () => {
    const { code } = await one().give(ann)
    await two().complete(code, ann)
    const polls = await atOnce((steps, index) => steps.poll(code, { client: elsewhere(index) }))
    const tokens = polls.map((poll) => typeof poll !== 'string' && poll.token !== '')
    expect(tally(tokens)).to.deep.equal({ true: 1, false: many - 1 })
  })

  it('leave no undelivered session after complete, cancel and poll', async () => {
    for (let round = 0; round < 5; round += 1) {
      const giver = await signIn(service)
      const { code, receiverSecret } = await one().receive()
      const polls = await atOnce(async (steps, index) => {
        if (index % 3 === 0) await steps.complete(code, giver)
        else if (index % 3 === 1) await steps.cancel(code, { receiverSecret })
        else return (await steps.poll(code, { receiverSecret })).token
        return ''
      })
      const delivered = polls.filter((token) => typeof token === 'string' && token.startsWith('gh_')).length
      expect(delivered).to.be.at.most(1)
      expect(await sessionsOf(giver)).to.equal(1 + delivered)
      expect(await one().stateOf(code, { receiverSecret })).to.equal(EXPIRED)
    }
  })

  it('leave no session if one of them declines', async () => {
    for (let round = 0; round < 5; round += 1) {
      const giver = await signIn(service)
      const { code, receiverSecret } = await one().receive()
      await one().info(code, giver)
      const calls = await atOnce(async (steps, index) => {
        await (index % 2 === 0 ? steps.complete(code, giver) : steps.cancel(code, { token: giver.token }))
        return index % 2 === 0 ? 'completed' : 'cancelled'
      })
      expect(tally(calls).completed ?? 0).to.be.at.most(1)
      expect(await sessionsOf(giver)).to.equal(1)
      expect(await two().stateOf(code, { receiverSecret })).to.equal(EXPIRED)
      const cancelled = service.logLines.filter(
        ({ event, account_id }) => event === 'handoff.cancelled' && account_id === giver.accountId,
      )
      expect(cancelled).to.have.length(1)
    }
  })

  it('get the same answers from either replica', async () => {
    const { code } = await one().give(ann)
    const { receiverSecret } = await two().poll(code)
    expect(await one().stateOf(code, { client: stranger, receiverSecret })).to.equal(PENDING)
    expect((await two().info(code, ann)).receiver?.os).to.equal('Android')
  })
})
