import type { SessionVerifier } from '@gatehouse/gateway/session-check/session-verifier'
import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { addressesOf, code, useVerifiers } from './verifier-harness.ts'
import { answerAll, answerNothing, type VerifyStub } from './verify-stub.ts'

const names = Array.from({ length: 50 }, (_, i) => `token-${i}`)

describe('the session verifier while session-service is unavailable', () => {
  const { lines, startStub, openVerifier } = useVerifiers()

  it('fails at once, not at the deadline, when the connection is refused', async () => {
    const verifier = openVerifier('127.0.0.1:1', { deadlineMs: 60_000 })
    expect(await code(verifier.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
    expect(verifier.hasLiveStream()).to.equal(false)
    expect(await code(verifier.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
  })

  it('fails pending items at once when the only replica stops', async () => {
    const stub = await startStub(() => void stub.stop())
    const verifier = openVerifier(stub.address, { deadlineMs: 60_000 })
    expect(await code(verifier.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
  })

  it('is ready again when the service is back', async () => {
    const first = await startStub(answerAll)
    const verifier = openVerifier(first.address)
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
    const verifier = openVerifier(address)
    const logged = (message: string) => until(() => lines.some(({ msg }) => msg === message))
    await logged('session verification stream not connected; retrying')
    const stub = await startStub(answerAll, address)
    await logged('session verification stream connected')
    stub.breakAll()
    await until(() => verifier.hasLiveStream() && stub.streams === 2)
    stub.isMute = true
    await logged('session verification stream lost')
    // The mute replica may have been tried again already.
    expect(lines.slice(0, 5).map(({ level, msg }) => [level, msg])).to.deep.equal([
      ['warn', 'session verification stream not connected; retrying'],
      ['info', 'session verification stream connected'],
      ['info', 'session verification stream ended'],
      ['info', 'session verification stream connected'],
      ['warn', 'session verification stream lost'],
    ])
    expect(lines[0]?.reason).to.include('ECONNREFUSED')
  })

  it('waits for the first connection instead of failing', async () => {
    const verifier = openVerifier(addressesOf(await startStub(answerAll)))
    expect(verifier.hasLiveStream()).to.equal(false)
    expect((await verifier.verify('early', 'r')).idHash).to.equal('early')
  })

  it('sends an item again on a new stream when its stream breaks', async () => {
    const stub = await startStub((items, stream) => {
      if (stub.seen.length === 1) stub.breakAll()
      else answerAll(items, stream)
    })
    const verifier = openVerifier(stub.address)
    await until(() => verifier.hasLiveStream())
    await until(steady())
    expect((await verifier.verify('t', 'r')).idHash).to.equal('t')
    expect(stub.streams).to.equal(2)
  })

  it('fails an item when each stream breaks that it is sent on', async () => {
    const one = await startStub(() => one.breakAll())
    const two = await startStub(() => two.breakAll())
    const verifier = openVerifier(addressesOf(one, two))
    await until(() => one.streams + two.streams === 2)
    expect(await code(verifier.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
    // More often on a busy machine, where a stream opens again before the other one breaks.
    for (const { seen } of [one, two]) expect(seen.length).to.be.at.least(1)
  })

  it('loses no item when one of two replicas drains', async () => {
    const stubs = [await startStub(answerAll), await startStub(answerAll)]
    const verifier = openVerifier(addressesOf(...stubs))
    await Promise.all(stubs.map((stub) => askUntilSeen(verifier, stub)))
    const responses = names.map(async (name, i) => {
      for (let turns = 0; turns < i; turns++) await new Promise(setImmediate)
      if (i === 10) void stubs[0]?.stop()
      return (await verifier.verify(name, 'r')).idHash
    })
    expect(await Promise.all(responses)).to.deep.equal(names)
  })

  it('uses another replica when a stream does not answer its pings', async () => {
    const frozen: VerifyStub = await startStub(() => {
      frozen.isMute = true
    })
    const other = await startStub(answerAll)
    const verifier = openVerifier(addressesOf(frozen, other))
    const asked: Promise<Session>[] = []
    while (!frozen.isMute) {
      asked.push(verifier.verify('t', 'r'))
      await new Promise(setImmediate)
    }
    await Promise.all(asked)
    expect(verifier.hasLiveStream()).to.equal(true)
  })

  it('fails pending and later items when it is closed', async () => {
    const verifier = openVerifier(addressesOf(await startStub(answerNothing)))
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
