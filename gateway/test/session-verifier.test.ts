import { sessionChecks } from '@gatehouse/gateway/session-check/session-check-metrics'
import { openSessionVerifier, type SessionVerifier } from '@gatehouse/gateway/session-check/session-verifier'
import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { VerifyFailure } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { samplesOf } from '@gatehouse/service-kit/testing/samples-of'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { systemClock } from '@gatehouse/service-kit/time/clock'
import { durationMs, toDuration } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import {
  type Answers,
  answerAll,
  answerNothing,
  rejectWith,
  startVerifyStub,
  type VerifyStub,
} from './verify-stub.ts'

const { log, lines } = logLines()
const open: (() => unknown)[] = []

async function closeAll(): Promise<void> {
  while (open.length > 0) await open.pop()?.()
}

async function startStub(answers: Answers, listen?: string): Promise<VerifyStub> {
  const stub = await startVerifyStub(answers, listen)
  open.push(stub.stop)
  return stub
}

function openVerifier(stubs: { address: string }[], options: { deadlineMs?: number } = {}) {
  const addresses = stubs.map(({ address }) => address).join(',')
  const verifier = openSessionVerifier({
    addresses,
    tls: null,
    log,
    deadlineMs: 2000,
    clock: systemClock,
    maxCachedSessions: 0,
    pingMs: 20,
    ...options,
  })
  open.push(verifier.close)
  return verifier
}

const tokens = (verifier: SessionVerifier, names: string[]) =>
  Promise.all(names.map(async (name) => (await verifier.verify(name, 'r')).idHash))

const names = Array.from({ length: 50 }, (_, i) => `token-${i}`)
const checks = async () => {
  const samples = await samplesOf(sessionChecks)
  return ['verified', 'rejected', 'failed'].map(
    (outcome) => samples[`gatehouse_session_check_seconds_count{outcome="${outcome}"}`] ?? 0,
  )
}
const code = async (promise: Promise<unknown>) => (await rejected(promise)).code

describe('the session verifier', () => {
  afterEach(closeAll)

  it('sends the tokens of one event-loop turn in one message, and accepts results in any order', async () => {
    const stub = await startStub((items, stream) => answerAll([...items].reverse(), stream))
    const verifier = openVerifier([stub])
    expect(await tokens(verifier, names)).to.deep.equal(names)
    expect(stub.seen).to.have.length(1)
  })

  it('sends the request id and the remaining time', async () => {
    const stub = await startStub(answerAll)
    await openVerifier([stub], { deadlineMs: 700 }).verify('t', 'request-7')
    expect(stub.seen[0]?.[0]).to.include({ requestId: 'request-7' })
    expect(durationMs(stub.seen[0]?.[0]?.timeout ?? toDuration(0))).to.be.within(1, 700)
  })

  it('fails one item without the others', async () => {
    const stub = await startStub((items, stream) => {
      answerAll(items.slice(1), stream)
      rejectWith(VerifyFailure.UNAUTHORIZED)(items.slice(0, 1), stream)
    })
    const verifier = openVerifier([stub])
    const [bad, good] = [verifier.verify('bad', 'r'), verifier.verify('good', 'r')]
    expect(await code(bad)).to.equal('UNAUTHORIZED')
    expect((await good).idHash).to.equal('good')
  })

  it('measures checks by their outcome', async () => {
    const before = await checks()
    const verifier = openVerifier([await startStub(answerAll)])
    await verifier.verify('a', 'r')
    const rejecting = openVerifier([await startStub(rejectWith(VerifyFailure.UNAUTHORIZED))])
    await rejected(rejecting.verify('b', 'r'))
    const failing = openVerifier([await startStub(rejectWith(VerifyFailure.UNAVAILABLE))])
    await rejected(failing.verify('c', 'r'))
    const after = await checks()
    expect(after.map((count, index) => count - (before[index] ?? 0))).to.deep.equal([1, 1, 1])
  })

  it('fails with SERVICE_UNAVAILABLE and a retry time while Redis is unavailable', async () => {
    const verifier = openVerifier([await startStub(rejectWith(VerifyFailure.UNAVAILABLE))])
    const error = await rejected(verifier.verify('t', 'r'))
    expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(error.data).to.deep.equal({ retry_after: 1 })
  })

  for (const odd of [VerifyFailure.INTERNAL, VerifyFailure.UNSPECIFIED, 99]) {
    it(`fails with INTERNAL_SERVER_ERROR for the failure ${odd}`, async () => {
      // 99 is no VerifyFailure: what a newer session-service could send.
      const verifier = openVerifier([await startStub(rejectWith(odd as VerifyFailure))])
      expect(await code(verifier.verify('t', 'r'))).to.equal('INTERNAL_SERVER_ERROR')
    })
  }

  it('fails an item at its deadline and keeps the stream open', async () => {
    const stub = await startStub((items, stream) =>
      answerAll(
        items.filter(({ token }) => token !== 'slow'),
        stream,
      ),
    )
    const verifier = openVerifier([stub], { deadlineMs: 1000 })
    const slow = code(verifier.verify('slow', 'r'))
    expect((await verifier.verify('quick', 'r')).idHash).to.equal('quick')
    expect(await slow).to.equal('UPSTREAM_TIMEOUT')
    expect(verifier.hasLiveStream()).to.equal(true)
    expect(stub.streams).to.equal(1)
  })

  it('ignores a result that arrives after the deadline', async () => {
    let late = () => {}
    const stub = await startStub((items, stream) => {
      if (items[0]?.token !== 'slow') return answerAll(items, stream)
      late = () => answerAll(items, stream)
    })
    const verifier = openVerifier([stub], { deadlineMs: 60 })
    expect(await code(verifier.verify('slow', 'r'))).to.equal('UPSTREAM_TIMEOUT')
    late()
    expect((await verifier.verify('quick', 'r')).idHash).to.equal('quick')
  })

  it('rejects at once above the maximum of pending items', async () => {
    const verifier = openVerifier([await startStub(answerNothing)], { deadlineMs: 100 })
    const waiting = Promise.allSettled(Array.from({ length: 16_384 }, () => verifier.verify('t', 'r')))
    expect(await code(verifier.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
    await waiting
  })
})

describe('the session verifier while session-service is unavailable', () => {
  afterEach(closeAll)

  it('fails at once, not at the deadline, when the connection is refused', async () => {
    const verifier = openVerifier([{ address: '127.0.0.1:1' }], { deadlineMs: 60_000 })
    expect(await code(verifier.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
    expect(verifier.hasLiveStream()).to.equal(false)
    expect(await code(verifier.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
  })

  it('fails pending items at once when the only replica stops', async () => {
    const stub = await startStub(() => void stub.stop())
    const verifier = openVerifier([stub], { deadlineMs: 60_000 })
    expect(await code(verifier.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
  })

  it('is ready again when the service is back', async () => {
    const first = await startStub(answerAll)
    const verifier = openVerifier([first])
    await verifier.verify('t', 'r')
    await first.stop()
    await until(() => !verifier.hasLiveStream())
    await startStub(answerAll, first.address)
    await until(() => verifier.hasLiveStream())
    expect((await verifier.verify('again', 'r')).idHash).to.equal('again')
  })

  it('logs once why it cannot connect, when it connects, and how the stream ended', async () => {
    const { address, stop } = await startStub(answerAll)
    await stop()
    lines.length = 0
    const verifier = openVerifier([{ address }])
    const logged = (message: string) => until(() => lines.at(-1)?.msg === message)
    await logged('session verification stream not connected; retrying')
    const stub = await startStub(answerAll, address)
    await logged('session verification stream connected')
    stub.breakAll()
    await until(() => verifier.hasLiveStream() && stub.streams === 2)
    stub.isMute = true
    await logged('session verification stream lost')
    expect(lines.map(({ level, msg }) => [level, msg])).to.deep.equal([
      ['warn', 'session verification stream not connected; retrying'],
      ['info', 'session verification stream connected'],
      ['info', 'session verification stream ended'],
      ['info', 'session verification stream connected'],
      ['warn', 'session verification stream lost'],
    ])
    expect(lines[0]?.reason).to.include('ECONNREFUSED')
  })

  it('waits for the first connection instead of failing', async () => {
    const verifier = openVerifier([await startStub(answerAll)])
    expect(verifier.hasLiveStream()).to.equal(false)
    expect((await verifier.verify('early', 'r')).idHash).to.equal('early')
  })

  it('sends an item again on a new stream when its stream breaks', async () => {
    const stub = await startStub((items, stream) => {
      if (stub.seen.length === 1) stub.breakAll()
      else answerAll(items, stream)
    })
    const verifier = openVerifier([stub])
    await until(() => verifier.hasLiveStream())
    await until(steady())
    expect((await verifier.verify('t', 'r')).idHash).to.equal('t')
    expect(stub.streams).to.equal(2)
  })

  it('fails an item when each stream breaks that it is sent on', async () => {
    const one = await startStub(() => one.breakAll())
    const two = await startStub(() => two.breakAll())
    const verifier = openVerifier([one, two])
    await until(() => one.streams + two.streams === 2)
    expect(await code(verifier.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
    // More often on a busy machine, where a stream opens again before the other one breaks.
    for (const { seen } of [one, two]) expect(seen.length).to.be.at.least(1)
  })

  it('loses no item when one of two replicas drains', async () => {
    const stubs = [await startStub(answerAll), await startStub(answerAll)]
    const verifier = openVerifier(stubs)
    await Promise.all(stubs.map((stub) => askUntilSeen(verifier, stub)))
    const answers = names.map(async (name, i) => {
      for (let turns = 0; turns < i; turns++) await new Promise(setImmediate)
      if (i === 10) void stubs[0]?.stop()
      return (await verifier.verify(name, 'r')).idHash
    })
    expect(await Promise.all(answers)).to.deep.equal(names)
  })

  it('uses another replica when a stream does not answer its pings', async () => {
    const frozen: VerifyStub = await startStub(() => {
      frozen.isMute = true
    })
    const other = await startStub(answerAll)
    const verifier = openVerifier([frozen, other])
    const asked: Promise<Session>[] = []
    while (!frozen.isMute) {
      asked.push(verifier.verify('t', 'r'))
      await new Promise(setImmediate)
    }
    await Promise.all(asked)
    expect(verifier.hasLiveStream()).to.equal(true)
  })

  it('fails pending and later items when it is closed', async () => {
    const verifier = openVerifier([await startStub(answerNothing)])
    await until(() => verifier.hasLiveStream())
    const waiting = verifier.verify('t', 'r')
    verifier.close()
    expect(await code(waiting)).to.equal('SERVICE_UNAVAILABLE')
    expect(await code(verifier.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
  })
})

async function askUntilSeen(verifier: SessionVerifier, stub: VerifyStub): Promise<void> {
  while (stub.seen.length === 0) await verifier.verify('warm', 'r')
}

/** True once a stream has lasted a few pings, so that it is opened again at once. */
function steady(): () => boolean {
  const from = performance.now()
  return () => performance.now() - from > 40
}
