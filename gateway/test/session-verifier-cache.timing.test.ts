import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openSessionVerifier } from '@gatehouse/gateway/session-check/session-verifier'
import { VerifyFailure } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { withinMs } from '@gatehouse/service-kit/testing/within-ms'
import { movableClock } from '@gatehouse/service-kit/time/clock'
import { expect } from 'chai'
import { session } from './fixtures.ts'
import { verifyReply } from './verify-reply.ts'
import { type Answers, startVerifyStub, type VerifyStub } from './verify-stub.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Answers each item with a session whose hash is that of its token. */
const answerAll: Answers = (items, stream) => {
  const results = items.map(({ correlationId, token }) => {
    const value = { ...session, idHash: hashOf(token), expiresAt: new Date(Date.now() + 3_600_000) }
    return { correlationId, outcome: { $case: 'session' as const, value } }
  })
  stream.send(verifyReply({ results }))
}

describe('a session verifier with a cache', () => {
  const open: (() => unknown)[] = []
  let clock = movableClock()

  async function start(responses: Answers) {
    const stub = await startVerifyStub(responses)
    stub.deliveredUntilMsAgo = 0
    const verifier = openSessionVerifier({
      addresses: stub.address,
      tls: null,
      log: logLines().log,
      deadlineMs: 2000,
      pingMs: 20,
      clock,
      maxCachedSessions: 100,
    })
    open.push(verifier.close, stub.stop)
    return { stub, verifier }
  }
  let stub: VerifyStub
  let verifier: ReturnType<typeof openSessionVerifier>

  beforeEach(async () => {
    clock = movableClock()
    const started = await start(answerAll)
    stub = started.stub
    verifier = started.verifier
    await untilCached()
  })
  afterEach(async () => {
    for (const close of open.splice(0)) await close()
  })

  const verify = (token = 't') => verifier.verify(token, 'r')
  const sent = () => stub.seen.flat().length

  /** Whether a token is answered from the cache. */
  async function isCached(token = 't'): Promise<boolean> {
    const before = sent()
    const isAnswered = await verify(token).then(
      () => true,
      () => false,
    )
    return isAnswered && sent() === before
  }
  const untilCached = (token?: string) => until(() => isCached(token))
  /** Until it is sent to session-service, or rejected. */
  const untilSent = () => until(async () => !(await isCached()))

  it('verifies a session once for many requests', async () => {
    const before = sent()
    for (let i = 0; i < 50; i++) expect(await verify()).to.include({ accountId: session.accountId })
    expect(sent()).to.equal(before)
  })

  it('returns the same object for each check of a cached session, so that its JSON is rendered once', async () => {
    expect(await verify()).to.equal(await verify())
  })

  it('verifies again after ten seconds', async () => {
    clock.advance(10_000)
    expect(await isCached()).to.equal(false)
  })

  it('verifies again when the wall clock shows that the machine was suspended for 900 ms', async () => {
    const before = sent()
    clock.advance(900)
    await verify()
    expect(sent()).to.equal(before + 1)
  })

  it('never uses the cache when the step-up proof is needed', async () => {
    const before = sent()
    expect((await verifier.verifyAtService('t', 'r')).provedAt).to.deep.equal(session.provedAt)
    expect(sent()).to.equal(before + 1)
  })

  it('returns no step-up proof, neither of a cached session nor of another', async () => {
    for (const answered of [await verify('t'), await verify('not cached')])
      expect(answered).to.deep.include({ provedAt: undefined, proofMethods: [] })
  })

  it('verifies a revoked session again, and no other', async () => {
    await untilCached('u')
    stub.sendAll({ revoked: [{ accountId: '1', idHashes: [hashOf('t')] }] })
    await untilSent()
    expect(await isCached('u')).to.equal(true)
  })

  it('stays at a rejection, also while the revocation has not arrived on the stream', async () => {
    const rejects = { isOn: false }
    const response: Answers = (items, stream) => {
      if (!rejects.isOn) return answerAll(items, stream)
      const failure = { $case: 'failure' as const, value: VerifyFailure.UNAUTHORIZED }
      stream.send(
        verifyReply({ results: items.map(({ correlationId }) => ({ correlationId, outcome: failure })) }),
      )
    }
    for (const check of ['verify', 'verifyAtService'] as const) {
      rejects.isOn = false
      const { stub: own, verifier: other } = await start(response)
      const isAccepted = () =>
        other.verify('t', 'r').then(
          () => true,
          () => false,
        )
      const isFromCache = async () => {
        const before = own.seen.flat().length
        return (await isAccepted()) && own.seen.flat().length === before
      }
      await until(isFromCache)
      rejects.isOn = true
      // A check of the cache alone would need the stream to be late; this one always asks the service.
      if (check === 'verify') {
        own.deliveredUntilMsAgo = 1000
        await until(async () => !(await isAccepted()))
        own.deliveredUntilMsAgo = 0
        await pause(100)
      } else expect((await rejected(other.verifyAtService('t', 'r'))).code).to.equal('UNAUTHORIZED')
      for (let times = 0; times < 5; times++) expect(await isAccepted(), check).to.equal(false)
    }
  })

  it('does not cache a result that was sent before a rejection and arrives after it', async () => {
    const held: (() => void)[] = []
    const { verifier: other, stub: own } = await start((items, stream) => {
      const [{ correlationId, token } = { correlationId: 0, token: '' }] = items
      if (token === 'first')
        return void held.push(() => answerAll([{ ...items[0], token: 't' } as never], stream))
      if (held.length === 0) return answerAll(items, stream)
      const failure = { $case: 'failure' as const, value: VerifyFailure.UNAUTHORIZED }
      stream.send(verifyReply({ results: [{ correlationId, outcome: failure }] }))
    })
    await until(async () => {
      await other.verify('warm', 'r')
      return own.seen.flat().filter(({ token }) => token === 'warm').length > 0
    })
    // The session of both tokens is the same: what counts is its id hash.
    const first = other.verify('first', 'r')
    await until(() => held.length === 1)
    await rejected(other.verify('t', 'r'))
    for (const response of held) response()
    await first
    await rejected(other.verify('t', 'r'))
  })

  it('does not cache a result that arrives after the revocation of its session', async () => {
    const revoked = [{ accountId: '1', idHashes: [hashOf('late')] }]
    const { stub: own, verifier: other } = await start((items, stream) => {
      stream.send(verifyReply({ revoked }))
      answerAll(items, stream)
    })
    for (let times = 1; times <= 5; times++) {
      await other.verify('late', 'r')
      expect(own.seen.flat()).to.have.length(times)
    }
  })

  it('verifies again after revocations may have been missed', async () => {
    stub.sendAll({ revocationsMissed: true })
    await untilSent()
  })

  it('verifies again after its stream broke', async () => {
    stub.breakAll()
    await untilSent()
  })

  for (const [words, age] of [
    ['revocations may be missed', undefined],
    ['revocations of the last second may be missing', 1000],
  ] as const) {
    it(`verifies every time while ${words}`, async () => {
      stub.deliveredUntilMsAgo = age
      await untilSent()
      for (let times = 0; times < 5; times++) expect(await isCached()).to.equal(false)
    })
  }

  it('stops using the cache within a second when session-service is silent', async () => {
    stub.isMute = true
    await withinMs(1000, untilSent)
  })

  it('invalidates a token, or all sessions of an account', async () => {
    verifier.invalidateToken('t')
    expect(await isCached()).to.equal(false)
    await untilCached('u')
    verifier.invalidateAccount(session.accountId)
    expect(await isCached('u')).to.equal(false)
  })
})
