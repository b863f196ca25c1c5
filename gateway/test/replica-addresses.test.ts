import type { Resolve } from '@gatehouse/gateway/session-check/replica-addresses'
import type { SessionVerifier, VerifierOptions } from '@gatehouse/gateway/session-check/session-verifier'
import { certificates } from '@gatehouse/service-kit/testing/certificates'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { expect } from 'chai'
import { code, useVerifiers } from './verifier-harness.ts'
import { type Answers, answerAll, type VerifyStub } from './verify-stub.ts'

/** A name with settable addresses; `resolutions` counts how often it was resolved. */
function name(...addresses: string[]) {
  const state = { addresses, isFailing: false, resolutions: 0 }
  const resolve = async () => {
    state.resolutions += 1
    if (state.isFailing) throw new Error('no resolver answers')
    return state.addresses
  }
  return Object.assign(state, { resolve })
}

async function verifyUntilSeen(verifier: SessionVerifier, stub: VerifyStub): Promise<void> {
  const seen = stub.seen.length
  // A deadline of a test can be short for a busy machine.
  while (stub.seen.length === seen) await verifier.verify('t', 'r').catch(() => {})
}

describe('the session verifier and the addresses of a name', () => {
  const { lines, startStub, openVerifier: open } = useVerifiers()
  const openVerifier = (port: number, resolve: Resolve, options: Partial<VerifierOptions> = {}) =>
    open(`sessions.test:${port}`, { resolve, resolveEveryMs: 5, ...options })

  /** Two replicas of session-service on one port of two addresses. */
  async function startReplicas(responses: Answers = answerAll, tls?: Tls) {
    const one = await startStub(responses, '127.0.0.1:0', tls)
    const port = Number(one.address.split(':')[1])
    const two = await startStub(responses, `127.0.0.2:${port}`, tls)
    return { one, two, port }
  }

  it('opens a stream to each address and distributes the items', async () => {
    const { one, two, port } = await startReplicas()
    const verifier = openVerifier(port, name('127.0.0.1', '127.0.0.2', '127.0.0.1').resolve)
    await Promise.all([one, two].map((stub) => verifyUntilSeen(verifier, stub)))
    expect([one.streams, two.streams]).to.deep.equal([1, 1])
  })

  it('uses a new replica', async () => {
    const { two, port } = await startReplicas()
    const replicas = name('127.0.0.1')
    const verifier = openVerifier(port, replicas.resolve)
    await verifier.verify('t', 'r')
    replicas.addresses = ['127.0.0.1', '127.0.0.2']
    await verifyUntilSeen(verifier, two)
  })

  it('sends nothing more to a removed replica, but accepts its pending results', async () => {
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
    await verifyUntilSeen(verifier, two)
    const asked = one.seen.length
    for (let turn = 0; turn < 10; turn++) await verifier.verify('t', 'r')
    expect(one.seen).to.have.length(asked)
    answerLate()
    expect((await slow).idHash).to.equal('slow')
  })

  it('closes the stream to a removed replica and does not open it again', async () => {
    const { one, two, port } = await startReplicas()
    const replicas = name('127.0.0.1', '127.0.0.2')
    const verifier = openVerifier(port, replicas.resolve, { deadlineMs: 50 })
    await Promise.all([one, two].map((stub) => verifyUntilSeen(verifier, stub)))
    replicas.addresses = ['127.0.0.2']
    await until(() => one.ended === 1)
    expect([one.streams, two.streams, two.ended]).to.deep.equal([1, 1, 0])
    expect(verifier.hasLiveStream()).to.equal(true)
  })

  it('resolves the name at once when a stream breaks, and finds the new replica', async () => {
    const { one, two, port } = await startReplicas()
    const replicas = name('127.0.0.1')
    const verifier = openVerifier(port, replicas.resolve, { resolveEveryMs: 3_600_000 })
    await verifyUntilSeen(verifier, one)
    expect(replicas.resolutions).to.equal(1)
    replicas.addresses = ['127.0.0.2']
    await one.stop()
    await until(() => two.streams === 1)
    await verifyUntilSeen(verifier, two)
  })

  it('keeps its streams while the name has no addresses or cannot be resolved, which it logs once', async () => {
    const { one, port } = await startReplicas()
    const replicas = name('127.0.0.1')
    const verifier = openVerifier(port, replicas.resolve)
    await verifyUntilSeen(verifier, one)
    const reported = lines.length
    replicas.isFailing = true
    const resolutions = replicas.resolutions
    await until(() => replicas.resolutions > resolutions + 3)
    Object.assign(replicas, { isFailing: false, addresses: [] })
    await until(() => replicas.resolutions > resolutions + 6)
    expect((await verifier.verify('t', 'r')).idHash).to.equal('t')
    expect(one.streams).to.equal(1)
    expect(lines.slice(reported).map(({ msg }) => msg)).to.deep.equal(['session-service cannot be resolved'])
  })

  it('fails at once until the name is resolved, and is ready then', async () => {
    const { port } = await startReplicas()
    const replicas = name('127.0.0.1')
    replicas.isFailing = true
    const verifier = openVerifier(port, replicas.resolve)
    expect(await code(verifier.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
    expect(verifier.hasLiveStream()).to.equal(false)
    replicas.isFailing = false
    await until(() => verifier.hasLiveStream())
    expect((await verifier.verify('t', 'r')).idHash).to.equal('t')
  })

  it('requires a certificate for the name, not for the address', async () => {
    const tls = certificates()
    const { one, two, port } = await startReplicas(answerAll, tls)
    const { resolve } = name('127.0.0.2')
    const trusting = openVerifier(port, resolve, { tls, addresses: `localhost:${port}` })
    expect((await trusting.verify('t', 'r')).idHash).to.equal('t')
    const wary = openVerifier(port, name('127.0.0.1').resolve, { tls })
    expect(await code(wary.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
    expect([one.streams, two.streams]).to.deep.equal([0, 1])
  })

  it('does not resolve the name once it is closed', async () => {
    const replicas = name('127.0.0.1')
    const verifier = openVerifier(1, replicas.resolve)
    await until(() => replicas.resolutions > 2)
    verifier.close()
    const { resolutions } = replicas
    // Resolutions of another one show that enough time has passed.
    const other = name('127.0.0.1')
    openVerifier(1, other.resolve)
    await until(() => other.resolutions > 4)
    expect(replicas.resolutions).to.equal(resolutions)
  })
})
