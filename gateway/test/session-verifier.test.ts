import { sessionChecks } from '@gatehouse/gateway/session-check/session-check-metrics'
import type { SessionVerifier } from '@gatehouse/gateway/session-check/session-verifier'
import { VerifyFailure } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { samplesOf } from '@gatehouse/service-kit/testing/samples-of'
import { durationMs, toDuration } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import { addressesOf, code, useVerifiers } from './verifier-harness.ts'
import { answerAll, answerNothing, rejectWith } from './verify-stub.ts'

const tokens = (verifier: SessionVerifier, names: string[]) =>
  Promise.all(names.map(async (name) => (await verifier.verify(name, 'r')).idHash))

const names = Array.from({ length: 50 }, (_, i) => `token-${i}`)
const checks = async () => {
  const samples = await samplesOf(sessionChecks)
  return ['verified', 'rejected', 'failed'].map(
    (outcome) => samples[`gatehouse_session_check_seconds_count{outcome="${outcome}"}`] ?? 0,
  )
}

describe('the session verifier', () => {
  const { startStub, openVerifier } = useVerifiers()

  it('sends the tokens of one event-loop turn in one message, and accepts results in any order', async () => {
    const stub = await startStub((items, stream) => answerAll([...items].reverse(), stream))
    const verifier = openVerifier(stub.address)
    expect(await tokens(verifier, names)).to.deep.equal(names)
    expect(stub.seen).to.have.length(1)
  })

  it('sends the request id and the remaining time', async () => {
    const stub = await startStub(answerAll)
    await openVerifier(stub.address, { deadlineMs: 700 }).verify('t', 'request-7')
    expect(stub.seen[0]?.[0]).to.include({ requestId: 'request-7' })
    expect(durationMs(stub.seen[0]?.[0]?.timeout ?? toDuration(0))).to.be.within(1, 700)
  })

  it('fails one item without the others', async () => {
    const stub = await startStub((items, stream) => {
      answerAll(items.slice(1), stream)
      rejectWith(VerifyFailure.UNAUTHORIZED)(items.slice(0, 1), stream)
    })
    const verifier = openVerifier(stub.address)
    const [bad, good] = [verifier.verify('bad', 'r'), verifier.verify('good', 'r')]
    expect(await code(bad)).to.equal('UNAUTHORIZED')
    expect((await good).idHash).to.equal('good')
  })

  it('measures checks by their outcome', async () => {
    const before = await checks()
    const verifier = openVerifier(addressesOf(await startStub(answerAll)))
    await verifier.verify('a', 'r')
    const rejecting = openVerifier(addressesOf(await startStub(rejectWith(VerifyFailure.UNAUTHORIZED))))
    await rejected(rejecting.verify('b', 'r'))
    const failing = openVerifier(addressesOf(await startStub(rejectWith(VerifyFailure.UNAVAILABLE))))
    await rejected(failing.verify('c', 'r'))
    const after = await checks()
    expect(after.map((count, index) => count - (before[index] ?? 0))).to.deep.equal([1, 1, 1])
  })

  it('fails with SERVICE_UNAVAILABLE and a retry time while Redis is unavailable', async () => {
    const verifier = openVerifier(addressesOf(await startStub(rejectWith(VerifyFailure.UNAVAILABLE))))
    const error = await rejected(verifier.verify('t', 'r'))
    expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(error.data).to.deep.equal({ retry_after: 1 })
  })

  for (const odd of [VerifyFailure.INTERNAL, VerifyFailure.UNSPECIFIED, 99]) {
    it(`fails with INTERNAL_SERVER_ERROR for the failure ${odd}`, async () => {
      // 99 is no VerifyFailure: what a newer session-service could send.
      const verifier = openVerifier(addressesOf(await startStub(rejectWith(odd as VerifyFailure))))
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
    const verifier = openVerifier(stub.address, { deadlineMs: 1000 })
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
    const verifier = openVerifier(stub.address, { deadlineMs: 60 })
    expect(await code(verifier.verify('slow', 'r'))).to.equal('UPSTREAM_TIMEOUT')
    late()
    expect((await verifier.verify('quick', 'r')).idHash).to.equal('quick')
  })

  it('rejects at once above the maximum of pending items', async () => {
    const verifier = openVerifier(addressesOf(await startStub(answerNothing)), { deadlineMs: 100 })
    const waiting = Promise.allSettled(Array.from({ length: 16_384 }, () => verifier.verify('t', 'r')))
    expect(await code(verifier.verify('t', 'r'))).to.equal('SERVICE_UNAVAILABLE')
    await waiting
  })
})
