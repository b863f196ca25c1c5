import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { HandoffState } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { expect } from 'chai'
import { type RedisAccess, type SessionReplica, startSessionReplica } from './session-services.ts'

const codes = 12
const racers = 10

/** Races on every step of a handoff over two replicas, with enough codes and accounts to reach every node of a Cluster. */
export function handoffSuite(redis: () => RedisAccess): void {
  let replicas: SessionReplica[]
  before(async () => {
    const manyGuesses = { GATEHOUSE_LIMITS_SCALE: '1000' }
    replicas = await Promise.all([1, 2].map(() => startSessionReplica(redis(), manyGuesses)))
  })
  after(() => Promise.all(replicas.map((replica) => replica.close())))

  const handoffsOf = (index: number) => (replicas[index % 2] as SessionReplica).handoffs
  const sessionOf = (index: number) => (replicas[index % 2] as SessionReplica).client
  const giver = () => (replicas[0] as SessionReplica).signIn()
  const client = (index: number): Client => ({
    address: `198.51.100.${index}`,
    userAgent: '',
    location: undefined,
  })
  /** Runs it over both replicas at once; returns the results of calls that were not rejected. */
  const race = async <T>(act: (index: number) => Promise<T>): Promise<T[]> => {
    const outcomes = await Promise.allSettled(Array.from({ length: racers }, (_, index) => act(index)))
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).to.have.property('code', 'INVALID_HANDOFF_CODE')
    }
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  }
  const withCodes = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: codes }, act))

  it('hands a session over once with many simultaneous requests', () =>
    withCodes(async () => {
      const ann = await giver()
      const { code, receiverSecret } = await handoffsOf(0).initiate({ client: client(0), token: '' })
      const complete = { ...ann, code, authorization: '', client: client(0) }
      expect(await race((index) => handoffsOf(index).complete(complete))).to.have.length(1)
      const polls = await race((index) =>
        handoffsOf(index).status({ code, client: client(0), token: '', receiverSecret, peek: false }),
      )
      const delivered = polls.filter(({ token }) => token !== undefined)
      expect(delivered).to.have.length(1)
      const session = (await sessionOf(1).verify({ token: delivered[0]?.token ?? '' })).session
      expect(session?.accountId).to.equal(ann.accountId)
      expect((await sessionOf(0).list(ann)).sessions).to.have.length(2)
    }))

  it('lets one receiver claim a code; others get the response of an unknown code', () =>
    withCodes(async () => {
      const { code } = await handoffsOf(1).initiate({ client: client(0), token: (await giver()).token })
      const polls = await race((index) =>
        handoffsOf(index).status({ code, client: client(index), token: '', receiverSecret: '', peek: false }),
      )
      const states = polls.map(({ state }) => state).toSorted()
      expect(states).to.deep.equal([
        HandoffState.PENDING,
        ...Array.from({ length: racers - 1 }, () => HandoffState.EXPIRED),
      ])
    }))

  it('leaves no undelivered session when complete, cancel and status race', () =>
    withCodes(async () => {
      const ann = await giver()
      const { code, receiverSecret } = await handoffsOf(0).initiate({ client: client(0), token: '' })
      const tokens = await race(async (index) => {
        const named = { code, client: client(0), token: '', receiverSecret }
        if (index % 3 === 0) await handoffsOf(index).complete({ ...named, ...ann, authorization: '' })
        else if (index % 3 === 1) await handoffsOf(index).cancel(named)
        else return (await handoffsOf(index).status({ ...named, peek: false })).token
        return undefined
      })
      const given = tokens.filter((token) => token !== undefined).length
      expect((await sessionOf(0).list(ann)).sessions).to.have.length(1 + given)
    }))
}
