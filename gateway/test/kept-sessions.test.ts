import { createHash } from 'node:crypto'
import { sessionCache } from '@gatehouse/gateway/http/session-cache'
import { openSessionVerifier } from '@gatehouse/gateway/http/session-verifier'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { until } from '@gatehouse/service-kit/testing/wait-until'
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

describe('a gateway that keeps sessions', () => {
  const open: (() => unknown)[] = []
  let clock = movableClock()

  async function start(answers: Answers) {
    const stub = await startVerifyStub(answers)
    stub.deliveredUntilMsAgo = 0
    const verifier = openSessionVerifier({
      ...{ addresses: stub.address, tls: null, log: logLines().log, deadlineMs: 2000, pingMs: 20 },
      clock,
      kept: sessionCache({ clock, most: 100 }),
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
    await untilKept()
  })
  afterEach(async () => {
    for (const close of open.splice(0)) await close()
  })

  const ask = (token = 't') => verifier.verify(token, 'r')
  const asked = () => stub.seen.flat().length

  /** Whether a token is answered without asking. */
  async function isKept(token = 't'): Promise<boolean> {
    const before = asked()
    const isAnswered = await ask(token).then(
      () => true,
      () => false,
    )
    return isAnswered && asked() === before
  }
  const untilKept = (token?: string) => until(() => isKept(token))
  /** Until it is asked for, or refused. */
  const untilAsked = () => until(async () => !(await isKept()))

  it('asks once for many requests of a session', async () => {
    const before = asked()
    for (let i = 0; i < 50; i++) expect(await ask()).to.include({ accountId: session.accountId })
    expect(asked()).to.equal(before)
  })

  it('asks again after ten seconds', async () => {
    clock.advance(10_000)
    expect(await isKept()).to.equal(false)
  })

  it('asks again when the wall clock shows that the machine was suspended for a second', async () => {
    const before = asked()
    clock.advance(900)
    await ask()
    expect(asked()).to.equal(before + 1)
  })

  it('always asks when the proof of a step-up may matter', async () => {
    expect((await ask()).provedAt).to.equal(undefined)
    const before = asked()
    expect((await verifier.verifyAnew('t', 'r')).provedAt).to.deep.equal(session.provedAt)
    expect(asked()).to.equal(before + 1)
  })

  it('asks again once the session has ended somewhere, though for no other', async () => {
    await untilKept('u')
    stub.tell({ revoked: [{ accountId: '1', idHashes: [hashOf('t')] }] })
    await untilAsked()
    expect(await isKept('u')).to.equal(true)
  })

  it('does not keep an answer that is overtaken by the end of its session', async () => {
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

  it('asks again after revocations may have been missed', async () => {
    stub.tell({ revocationsMissed: true })
    await untilAsked()
  })

  it('asks again after its stream broke', async () => {
    stub.breakAll()
    await untilAsked()
  })

  for (const [words, age] of [
    ['is not whole', undefined],
    ['told of nothing for a second', 1000],
  ] as const) {
    it(`asks every time while the way from Redis ${words}`, async () => {
      stub.deliveredUntilMsAgo = age
      await untilAsked()
      for (let times = 0; times < 5; times++) expect(await isKept()).to.equal(false)
    })
  }

  it('answers nothing of its own when the service was silent for a second', async () => {
    stub.isMute = true
    const from = performance.now()
    await untilAsked()
    expect(performance.now() - from).to.be.below(1000)
  })

  it('forgets a token, or all of an account, when told', async () => {
    verifier.forgetToken('t')
    expect(await isKept()).to.equal(false)
    await untilKept('u')
    verifier.forgetAccount(session.accountId)
    expect(await isKept('u')).to.equal(false)
  })
})
