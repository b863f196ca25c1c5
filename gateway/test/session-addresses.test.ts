import { sessionCache } from '@gatehouse/gateway/http/session-cache'
import { openSessionVerifier, type SessionVerifier } from '@gatehouse/gateway/http/session-verifier'
import type { Tls } from '@gatehouse/service-kit/grpc/tls'
import { certificates } from '@gatehouse/service-kit/testing/certificates'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { systemClock } from '@gatehouse/service-kit/time/clock'
import { expect } from 'chai'
import { type Answers, answerAll, startVerifyStub, type VerifyStub } from './verify-stub.ts'

const { log, lines } = logLines()
const open: (() => unknown)[] = []

async function startStub(host: string, port: number, answers = answerAll, tls: Tls | null = null) {
  const stub = await startVerifyStub(answers, `${host}:${port}`, tls)
  open.push(stub.stop)
  return stub
}

/** Two session-services on one port of two addresses, as the replicas behind a name are. */
async function startReplicas(answers?: Answers, tls?: Tls) {
  const one = await startStub('127.0.0.1', 0, answers, tls)
  const port = Number(one.address.split(':')[1])
  const two = await startStub('127.0.0.2', port, answers, tls)
  return { one, two, port }
}

/** A name that leads where it is told to; `looks` counts how often it was asked. */
function name(...addresses: string[]) {
  const state = { addresses, isAway: false, looks: 0 }
  const resolve = async () => {
    state.looks += 1
    if (state.isAway) throw new Error('no resolver answers')
    return state.addresses
  }
  return Object.assign(state, { resolve })
}

function openVerifier(port: number, resolve: (host: string) => Promise<string[]>, options = {}) {
  const verifier = openSessionVerifier({
    addresses: `sessions.test:${port}`,
    tls: null,
    log,
    deadlineMs: 2000,
    clock: systemClock,
    kept: sessionCache({ clock: systemClock, most: 0 }),
    pingMs: 20,
    resolve,
    resolveEveryMs: 5,
    ...options,
  })
  open.push(verifier.close)
  return verifier
}

async function askUntilSeen(verifier: SessionVerifier, stub: VerifyStub): Promise<void> {
  const seen = stub.seen.length
  while (stub.seen.length === seen) await verifier.verify('t', 'r')
}

describe('the session verifier and the addresses behind a name', () => {
  afterEach(async () => {
    while (open.length > 0) await open.pop()?.()
  })

  it('opens a stream to each of them, and shares what is asked', async () => {
    const { one, two, port } = await startReplicas()
    const verifier = openVerifier(port, name('127.0.0.1', '127.0.0.2', '127.0.0.1').resolve)
    await Promise.all([one, two].map((stub) => askUntilSeen(verifier, stub)))
    expect([one.streams, two.streams]).to.deep.equal([1, 1])
  })

  it('asks one that joins', async () => {
    const { two, port } = await startReplicas()
    const replicas = name('127.0.0.1')
    const verifier = openVerifier(port, replicas.resolve)
    await verifier.verify('t', 'r')
    replicas.addresses = ['127.0.0.1', '127.0.0.2']
    await askUntilSeen(verifier, two)
  })

  it('asks one that left no more, yet takes the answers it owes', async () => {
    let answerLate = () => {}
    const { one, two, port } = await startReplicas((items, stream) => {
      if (items.some(({ token }) => token === 'slow')) answerLate = () => answerAll(items, stream)
      else answerAll(items, stream)
    })
    const replicas = name('127.0.0.1')
    const verifier = openVerifier(port, replicas.resolve)
    const slow = verifier.verify('slow', 'r')
    await until(() => one.seen.length === 1)
    replicas.addresses = ['127.0.0.2']
    await askUntilSeen(verifier, two)
    const asked = one.seen.length
    for (let turn = 0; turn < 10; turn++) await verifier.verify('t', 'r')
    expect(one.seen).to.have.length(asked)
    answerLate()
    expect((await slow).idHash).to.equal('slow')
  })

  it('lets go of one that left, and opens no other stream to it', async () => {
    const { one, two, port } = await startReplicas()
    const replicas = name('127.0.0.1', '127.0.0.2')
    const verifier = openVerifier(port, replicas.resolve, { deadlineMs: 50 })
    await Promise.all([one, two].map((stub) => askUntilSeen(verifier, stub)))
    replicas.addresses = ['127.0.0.2']
    await until(() => one.ended === 1)
    expect([one.streams, two.streams, two.ended]).to.deep.equal([1, 1, 0])
    expect(verifier.isReady()).to.equal(true)
  })

  it('looks again at once when a stream breaks, and finds what took its place', async () => {
    const { one, two, port } = await startReplicas()
    const replicas = name('127.0.0.1')
    const verifier = openVerifier(port, replicas.resolve, { resolveEveryMs: 3_600_000 })
    await askUntilSeen(verifier, one)
    expect(replicas.looks).to.equal(1)
    replicas.addresses = ['127.0.0.2']
    await one.stop()
    await until(() => two.streams === 1)
    await askUntilSeen(verifier, two)
  })

  it('keeps its streams while nobody resolves the name, or nobody is behind it, and says so once', async () => {
    const { one, port } = await startReplicas()
    const replicas = name('127.0.0.1')
    const verifier = openVerifier(port, replicas.resolve)
    await askUntilSeen(verifier, one)
    const told = lines.length
    replicas.isAway = true
    const looks = replicas.looks
    await until(() => replicas.looks > looks + 3)
    Object.assign(replicas, { isAway: false, addresses: [] })
    await until(() => replicas.looks > looks + 6)
    expect((await verifier.verify('t', 'r')).idHash).to.equal('t')
    expect(one.streams).to.equal(1)
    expect(lines.slice(told).map(({ msg }) => msg)).to.deep.equal(['session-service cannot be resolved'])
  })

  it('fails at once while the name was never resolved, and is ready when it is', async () => {
    const { port } = await startReplicas()
    const replicas = name('127.0.0.1')
    replicas.isAway = true
    const verifier = openVerifier(port, replicas.resolve)
    expect((await rejected(verifier.verify('t', 'r'))).code).to.equal('SERVICE_UNAVAILABLE')
    expect(verifier.isReady()).to.equal(false)
    replicas.isAway = false
    await until(() => verifier.isReady())
    expect((await verifier.verify('t', 'r')).idHash).to.equal('t')
  })

  it('wants a certificate for the name, whatever the address', async () => {
    const tls = certificates()
    const { one, two, port } = await startReplicas(answerAll, tls)
    const { resolve } = name('127.0.0.2')
    const trusting = openVerifier(port, resolve, { tls, addresses: `localhost:${port}` })
    expect((await trusting.verify('t', 'r')).idHash).to.equal('t')
    const wary = openVerifier(port, name('127.0.0.1').resolve, { tls })
    expect((await rejected(wary.verify('t', 'r'))).code).to.equal('SERVICE_UNAVAILABLE')
    expect([one.streams, two.streams]).to.deep.equal([0, 1])
  })

  it('resolves no more once it is closed', async () => {
    const replicas = name('127.0.0.1')
    const verifier = openVerifier(1, replicas.resolve)
    await until(() => replicas.looks > 2)
    verifier.close()
    const { looks } = replicas
    // One that stays open has looked some times more since then.
    const other = name('127.0.0.1')
    openVerifier(1, other.resolve)
    await until(() => other.looks > 4)
    expect(replicas.looks).to.equal(looks)
  })
})
