import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { expect } from 'chai'
import { askedOver, type StreamFreshness, sessionCache } from './session-cache.ts'

const hour = 3_600_000

describe('the sessions a gateway keeps', () => {
  const clock = fakeClock()
  const session = (idHash: string, fields: Partial<Session> = {}): Session => ({
    ...{ idHash, accountId: '7', createdAt: new Date(0), lastUsedAt: new Date(0), location: undefined },
    ...{ provedAt: new Date(0), proofMethods: [1], expiresAt: new Date(clock.now() + hour), ...fields },
  })
  const trusted = () => ({ generation: 1, isFresh: () => true })
  const asked = (link: StreamFreshness = trusted()) => askedOver(link)

  it('are found again, without their step-up proof', () => {
    const kept = sessionCache({ clock, most: 10 })
    kept.keep(session('a'), asked())
    expect(kept.find('a')).to.deep.include({ idHash: 'a', provedAt: undefined, proofMethods: [] })
    expect(kept.find('b')).to.equal(null)
  })

  it('are asked for again after ten seconds, and after a clock that was set back', () => {
    const kept = sessionCache({ clock, most: 10 })
    kept.keep(session('a'), asked())
    clock.advance(9_999)
    expect(kept.find('a')).not.to.equal(null)
    clock.advance(1)
    expect(kept.find('a')).to.equal(null)
    const back = { now: () => clock.now() - hour }
    const set = { clock: { now: () => clock.now() } }
    const moved = sessionCache({ clock: { now: () => set.clock.now() }, most: 10 })
    moved.keep(session('a'), asked())
    set.clock = back
    expect(moved.find('a')).to.equal(null)
  })

  it('are not found past their own end', () => {
    const kept = sessionCache({ clock, most: 10 })
    kept.keep(session('a', { expiresAt: new Date(clock.now() + 5) }), asked())
    clock.advance(5)
    expect(kept.find('a')).to.equal(null)
  })

  it('are not found once they ended', () => {
    const kept = sessionCache({ clock, most: 10 })
    kept.keep(session('a'), asked())
    kept.keep(session('b'), asked())
    kept.end(['a', 'unknown'])
    expect(kept.find('a')).to.equal(null)
    expect(kept.find('b')).not.to.equal(null)
  })

  it('are not kept when their end was heard after they were asked for', () => {
    const kept = sessionCache({ clock, most: 10 })
    const early = asked()
    kept.end(['a'])
    kept.keep(session('a'), early)
    expect(kept.find('a')).to.equal(null)
    const earlier = asked()
    kept.endAccount('7')
    kept.keep(session('b'), earlier)
    expect(kept.find('b')).to.equal(null)
  })

  it('go together when their account changed something', () => {
    const kept = sessionCache({ clock, most: 10 })
    for (const idHash of ['a', 'b']) kept.keep(session(idHash), asked())
    kept.keep(session('c', { accountId: '8' }), asked())
    kept.endAccount('7')
    expect(['a', 'b', 'c'].map((idHash) => kept.find(idHash) !== null)).to.deep.equal([false, false, true])
  })

  it('are not found while nobody vouches that they did not end', () => {
    const kept = sessionCache({ clock, most: 10 })
    const link = { generation: 1, isFresh: () => true }
    kept.keep(session('a'), asked(link))
    link.isFresh = () => false
    expect(kept.find('a')).to.equal(null)
    kept.keep(session('b'), asked(link))
    link.isFresh = () => true
    expect(kept.find('b'), 'asked while nobody vouched').to.equal(null)
    expect(kept.find('a'), 'nothing was missed').not.to.equal(null)
  })

  it('are not found once revocations may have been missed, nor kept when asked before that', () => {
    const kept = sessionCache({ clock, most: 10 })
    const link = { generation: 1, isFresh: () => true }
    kept.keep(session('a'), asked(link))
    const early = asked(link)
    link.generation = 2
    expect(kept.find('a')).to.equal(null)
    kept.keep(session('b'), early)
    expect(kept.find('b')).to.equal(null)
  })

  it('are no more than allowed, and make room when they can be used no more', () => {
    const kept = sessionCache({ clock, most: 2 })
    const found = () => ['a', 'b', 'c'].map((idHash) => kept.find(idHash) !== null)
    for (const idHash of ['a', 'b', 'a', 'c']) kept.keep(session(idHash), asked())
    expect(found()).to.deep.equal([true, true, false])
    clock.advance(10_000)
    kept.sweep()
    kept.keep(session('c'), asked())
    expect(found()).to.deep.equal([false, false, true])
    const none = sessionCache({ clock, most: 0 })
    none.keep(session('a'), asked())
    expect(none.find('a')).to.equal(null)
  })

  it('are let go when they can be used no more', () => {
    const kept = sessionCache({ clock, most: 10 })
    kept.keep(session('a'), asked())
    clock.advance(hour / 2)
    kept.keep(session('b'), asked())
    kept.sweep()
    expect(kept.size()).to.equal(1)
  })
})
