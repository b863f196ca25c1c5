import type { Duration } from '@gatehouse/proto/gen/google/protobuf/duration'
import {
  VerifyFailure,
  type VerifyStreamRequest,
  type VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import type { RevocationEvent } from '../revocations/revocation-feed.ts'
import { newSessionToken } from './session-token.ts'
import type { VerifyContext } from './verify.ts'
import { verifyStream } from './verify.ts'

const token = newSessionToken('1')

/** Runs a stream of these requests with a store that returns from `find`. Returns the responses and the log. */
async function run(
  requests: VerifyStreamRequest[],
  find: VerifyContext['sessions']['find'] = async () => null,
  revocations = feed(),
) {
  const sent: VerifyStreamResponse[] = []
  const { log, lines, text } = logLines()
  const ctx = {
    clock: fakeClock(),
    lifetime: { idleMs: 1000, absoluteMs: 1000 },
    // The stream uses nothing else of these two.
    sessions: { find } as VerifyContext['sessions'],
    touches: { record: () => {} } as unknown as VerifyContext['touches'],
    revocations,
  }
  async function* messages() {
    yield* requests
  }
  await verifyStream(ctx, { messages: messages(), send: (response) => sent.push(response) }, log)
  return { sent, results: sent.flatMap(({ results }) => results), lines, logText: text() }
}

const ask = (count: number): VerifyStreamRequest => ({
  ping: false,
  pingNumber: 0,
  items: Array.from({ length: count }, (_, i) => {
    return { correlationId: i, token, requestId: `r-${i}`, timeout: undefined }
  }),
})

/** A feed that emits these events to each new watcher. */
function feed(events: RevocationEvent[] = [], deliveredUntilAge?: Duration) {
  const watchers = new Set<(event: RevocationEvent) => void>()
  return {
    watchers,
    watch(watcher: (event: RevocationEvent) => void) {
      watchers.add(watcher)
      for (const event of events) watcher(event)
      return () => void watchers.delete(watcher)
    },
    deliveredUntilAge: () => deliveredUntilAge,
  }
}

const ping = (pingNumber: number): VerifyStreamRequest => ({ items: [], ping: true, pingNumber })

const codes = (results: VerifyStreamResponse['results']) =>
  results.map(({ outcome }) => (outcome?.$case === 'failure' ? outcome.value : null))

describe('verifyStream', () => {
  it('sends the results of one event-loop turn in one message', async () => {
    const { sent, results } = await run(
      [ask(100), { items: [], ping: true, pingNumber: 1 }],
      async () => null,
    )
    expect(results).to.have.length(100)
    expect(sent).to.have.length(1)
    expect(sent[0]?.pong).to.equal(true)
  })

  it('rejects items above the maximum in flight at once', async () => {
    let answer = () => {}
    const answered = new Promise<null>((resolve) => {
      answer = () => resolve(null)
    })
    setImmediate(() => answer())
    const { results } = await run([ask(16_384 + 5)], () => answered)
    const rejected = codes(results).filter((code) => code === VerifyFailure.UNAVAILABLE)
    expect(rejected).to.have.length(5)
    expect(results).to.have.length(16_384 + 5)
  })

  it('continues after an unexpected error, which it logs with the request id and without the token', async () => {
    let calls = 0
    const { results, lines, logText } = await run([ask(2)], async () => {
      calls += 1
      if (calls === 1) throw new TypeError('a bug')
      return null
    })
    expect(codes(results)).to.have.members([VerifyFailure.INTERNAL, VerifyFailure.UNAUTHORIZED])
    expect(lines[0]).to.include({ level: 'error', request_id: 'r-0' })
    expect(logText).not.to.contain(token)
  })

  it('sends every revocation, and that some may have been missed', async () => {
    const revoked = { type: 'revoked' as const, accountId: '7', idHashes: ['a', 'b'] }
    const { sent } = await run([], undefined, feed([revoked, { type: 'interrupted' }]))
    expect(sent.flatMap((message) => message.revoked)).to.deep.equal([
      { accountId: '7', idHashes: ['a', 'b'] },
    ])
    expect(sent.some(({ revocationsMissed }) => revocationsMissed)).to.equal(true)
  })

  it('sends with a pong how long ago every revocation had been sent', async () => {
    const { sent } = await run([ping(3), ping(4)], undefined, feed([], toDuration(121)))
    expect(sent).to.have.length(1)
    expect(sent[0]).to.deep.include({ pong: true, pongNumber: 4, deliveredUntilAge: toDuration(121) })
  })

  it('sends a pong without an age while revocations may be missed', async () => {
    const { sent } = await run([ping(1)], undefined, feed([{ type: 'interrupted' }]))
    expect(sent[0]?.deliveredUntilAge).to.equal(undefined)
  })

  it('stops watching when the caller ends the stream', async () => {
    const revocations = feed()
    await run([ping(1)], undefined, revocations)
    expect(revocations.watchers.size).to.equal(0)
  })
})
