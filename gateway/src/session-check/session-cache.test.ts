import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { expect } from 'chai'
import { sessionCache } from './session-cache.ts'
import { type StreamFreshness, sentOn } from './stream-freshness.ts'

const hour = 3_600_000

describe('the session cache', () => {
  const clock = fakeClock()
  const session = (idHash: string, fields: Partial<Session> = {}): Session => ({
    idHash,
    accountId: '7',
    createdAt: new Date(0),
    lastUsedAt: new Date(0),
    location: undefined,
    provedAt: new Date(0),
    proofMethods: [1],
    expiresAt: new Date(clock.now() + hour),
    ...fields,
  })
  const freshStream = () => ({ generation: 1, isFresh: () => true })
  const start = (stream: StreamFreshness = freshStream()) => sentOn(stream)

  it('finds a session by its id hash', () => {
    const cache = sessionCache({ clock, maxCachedSessions: 10, verifyDeadlineMs: 2000 })
    cache.add(session('a'), start())
    expect(cache.find('a')).to.include({ idHash: 'a' })
    expect(cache.find('b')).to.equal(null)
  })

  it('does not find a session after ten seconds, nor after the clock was set back', () => {
    const cache = sessionCache({ clock, maxCachedSessions: 10, verifyDeadlineMs: 2000 })
    cache.add(session('a'), start())
    clock.advance(9_999)
    expect(cache.find('a')).not.to.equal(null)
    clock.advance(1)
    expect(cache.find('a')).to.equal(null)
    const back = { now: () => clock.now() - hour }
    const set = { clock: { now: () => clock.now() } }
    const moved = sessionCache({
      clock: { now: () => set.clock.now() },
      maxCachedSessions: 10,
      verifyDeadlineMs: 2000,
    })
    moved.add(session('a'), start())
    set.clock = back
    expect(moved.find('a')).to.equal(null)
  })

  it('does not find an expired session', () => {
    const cache = sessionCache({ clock, maxCachedSessions: 10, verifyDeadlineMs: 2000 })
    cache.add(session('a', { expiresAt: new Date(clock.now() + 5) }), start())
    clock.advance(5)
    expect(cache.find('a')).to.equal(null)
  })

  it('does not find a rejected session, nor one that was verified before', () => {
    const cache = sessionCache({ clock, maxCachedSessions: 10, verifyDeadlineMs: 2000 })
    const sent = start()
    cache.add(session('a'), sent)
    cache.reject('a')
    expect(cache.find('a')).to.equal(null)
    cache.add(session('a'), sent)
    expect(cache.find('a')).to.equal(null)
    cache.add(session('b'), sent)
    expect(cache.find('b')).not.to.equal(null)
  })

  it('remembers the last ten thousand rejections', () => {
    const cache = sessionCache({ clock, maxCachedSessions: 10, verifyDeadlineMs: 2000 })
    const sent = start()
    for (let count = 0; count < 10_001; count += 1) cache.reject(`token ${count}`)
    cache.reject('token 1')
    cache.reject('another')
    for (const idHash of ['token 1', 'another', 'token 10000']) {
      cache.add(session(idHash), sent)
      expect(cache.find(idHash), idHash).to.equal(null)
    }
    for (const idHash of ['token 0', 'token 2']) {
      cache.add(session(idHash), sent)
      expect(cache.find(idHash), idHash).not.to.equal(null)
    }
  })

  it('does not find a revoked session', () => {
    const cache = sessionCache({ clock, maxCachedSessions: 10, verifyDeadlineMs: 2000 })
    cache.add(session('a'), start())
    cache.add(session('b'), start())
    cache.invalidate(['a', 'unknown'])
    expect(cache.find('a')).to.equal(null)
    expect(cache.find('b')).not.to.equal(null)
  })

  it('does not add a session that was revoked after the verification was sent', () => {
    const cache = sessionCache({ clock, maxCachedSessions: 10, verifyDeadlineMs: 2000 })
    const early = start()
    cache.invalidate(['a'])
    cache.add(session('a'), early)
    expect(cache.find('a')).to.equal(null)
    const earlier = start()
    cache.invalidateAccount('7')
    cache.add(session('b'), earlier)
    expect(cache.find('b')).to.equal(null)
  })

  it('does not find the sessions of an account after a change', () => {
    const cache = sessionCache({ clock, maxCachedSessions: 10, verifyDeadlineMs: 2000 })
    for (const idHash of ['a', 'b']) cache.add(session(idHash), start())
    cache.add(session('c', { accountId: '8' }), start())
    cache.invalidateAccount('7')
    expect(['a', 'b', 'c'].map((idHash) => cache.find(idHash) !== null)).to.deep.equal([false, false, true])
  })

  it('neither finds nor adds sessions while their stream is stale', () => {
    const cache = sessionCache({ clock, maxCachedSessions: 10, verifyDeadlineMs: 2000 })
    const stream = { generation: 1, isFresh: () => true }
    cache.add(session('a'), start(stream))
    stream.isFresh = () => false
    expect(cache.find('a')).to.equal(null)
    cache.add(session('b'), start(stream))
    stream.isFresh = () => true
    expect(cache.find('b'), 'verified while the stream was stale').to.equal(null)
    expect(cache.find('a'), 'nothing was missed').not.to.equal(null)
  })

  it('drops sessions that it got before a moment in which revocations may have been missed', () => {
    const cache = sessionCache({ clock, maxCachedSessions: 10, verifyDeadlineMs: 2000 })
    const stream = { generation: 1, isFresh: () => true }
    cache.add(session('a'), start(stream))
    const early = start(stream)
    stream.generation = 2
    expect(cache.find('a')).to.equal(null)
    cache.add(session('b'), early)
    expect(cache.find('b')).to.equal(null)
  })

  it('adds nothing above the maximum until unusable sessions are removed', () => {
    const cache = sessionCache({ clock, maxCachedSessions: 2, verifyDeadlineMs: 2000 })
    const found = () => ['a', 'b', 'c'].map((idHash) => cache.find(idHash) !== null)
    for (const idHash of ['a', 'b', 'a', 'c']) cache.add(session(idHash), start())
    expect(found()).to.deep.equal([true, true, false])
    clock.advance(10_000)
    cache.cleanUp()
    cache.add(session('c'), start())
    expect(found()).to.deep.equal([false, false, true])
    const none = sessionCache({ clock, maxCachedSessions: 0, verifyDeadlineMs: 2000 })
    none.add(session('a'), start())
    expect(none.find('a')).to.equal(null)
  })

  it('removes unusable sessions', () => {
    const cache = sessionCache({ clock, maxCachedSessions: 10, verifyDeadlineMs: 2000 })
    cache.add(session('a'), start())
    clock.advance(hour / 2)
    cache.add(session('b'), start())
    cache.cleanUp()
    expect(cache.size()).to.equal(1)
  })
})
