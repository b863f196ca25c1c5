import { once } from 'node:events'
import {
  VerifyFailure,
  type VerifyItem,
  type VerifyResult,
  type VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { durationMs, toDuration } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import { type RunningService, signIn, startService } from './running-service.ts'

describe('Sessions.VerifyStream', () => {
  let service: RunningService
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.stop())

  it('returns a result for each item of a message, in few messages', async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => signIn(service)))
    const stream = openStream(service)
    stream.ask(sessions.map(({ token }, i) => item(i, token)))
    const results = await stream.results(20)
    for (const [i, { idHash }] of sessions.entries())
      expect(sessionIn(results.get(i))?.idHash).to.equal(idHash)
    expect(stream.messages()).to.be.below(5)
  })

  it('fails one item without the others', async () => {
    const { token, idHash } = await signIn(service)
    const gone = await signIn(service)
    await service.client.revokeToken(gone)
    const stream = openStream(service)
    stream.ask([
      item(1, ''),
      item(2, token),
      item(3, gone.token),
      item(4, idHash),
      item(5, 'x'.repeat(65_536)),
    ])
    const results = await stream.results(5)
    expect(sessionIn(results.get(2))?.idHash).to.equal(idHash)
    for (const rejected of [1, 3, 4, 5])
      expect(codeIn(results.get(rejected))).to.equal(VerifyFailure.UNAUTHORIZED)
    stream.ask([item(6, token)])
    expect(sessionIn((await stream.results(1)).get(6))).to.include({ idHash })
  })

  it('answers pings, also together with items', async () => {
    const { token } = await signIn(service)
    const stream = openStream(service)
    stream.call.write({ items: [], ping: true, pingNumber: 1 })
    await stream.pong()
    stream.call.write({ items: [item(1, token)], ping: true, pingNumber: 1 })
    await Promise.all([stream.pong(), stream.results(1)])
  })

  it('rejects a revoked session in the next item', async () => {
    const { token } = await signIn(service)
    const stream = openStream(service)
    stream.ask([item(1, token)])
    expect(sessionIn((await stream.results(1)).get(1))).not.to.equal(undefined)
    await service.client.revokeToken({ token })
    stream.ask([item(2, token)])
    expect(codeIn((await stream.results(1)).get(2))).to.equal(VerifyFailure.UNAUTHORIZED)
  })

  it('ends when the service drains, after the results of pending items', async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => signIn(service)))
    const stream = openStream(service)
    stream.call.write({ items: [], ping: true, pingNumber: 1 })
    await stream.pong()
    stream.ask(sessions.map(({ token }, i) => item(i, token)))
    const results = stream.results(20)
    await turns(3)
    const closed = service.close()
    const answered = await Promise.race([results, stream.ended.then(() => results)])
    expect(answered.size).to.equal(20)
    await stream.ended
    await closed
  })

  it('ends when the caller ends it', async () => {
    const stream = openStream(service)
    stream.call.end()
    await stream.ended
  })

  it('measures the age of revocations by the wall clock when the monotonic clock stood still', async () => {
    const endpoint = await tcpProxy(process.env.GATEHOUSE_TEST_REDIS_URL ?? '')
    const suspended = await startService({ GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${endpoint.port}` })
    const stream = openStream(suspended)
    const ping = async () => {
      stream.call.write({ items: [], ping: true, pingNumber: 1 })
      const age = (await stream.pong())?.deliveredUntilAge
      return age && durationMs(age)
    }
    await until(async () => (await ping()) !== undefined)
    endpoint.freeze()
    suspended.clock.advance(60_000)
    expect(await ping()).to.be.at.least(60_000)
    stream.call.end()
    endpoint.cut()
    await suspended.stop()
    await endpoint.close()
  })

  it('returns VERIFY_FAILURE_UNAVAILABLE for each well-formed token while Redis is unavailable, and keeps the stream open', async () => {
    const endpoint = await tcpProxy(process.env.GATEHOUSE_TEST_REDIS_URL ?? '')
    const shaky = await startService({ GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${endpoint.port}` })
    const { token } = await signIn(shaky)
    const stream = openStream(shaky)
    endpoint.cut()
    stream.ask([item(1, token), item(2, 'no token')])
    const results = await stream.results(2)
    expect(codeIn(results.get(1))).to.equal(VerifyFailure.UNAVAILABLE)
    expect(codeIn(results.get(2))).to.equal(VerifyFailure.UNAUTHORIZED)
    endpoint.mend()
    for (let i = 3; ; i++) {
      stream.ask([item(i, token)])
      if (sessionIn((await stream.results(1)).get(i))) break
    }
    stream.call.cancel()
    await shaky.stop()
    await endpoint.close()
  })

  it('returns VERIFY_FAILURE_UNAVAILABLE before the deadline of a gateway while Redis hangs', async () => {
    const endpoint = await tcpProxy(process.env.GATEHOUSE_TEST_REDIS_URL ?? '')
    const frozen = await startService({ GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${endpoint.port}` })
    const { token } = await signIn(frozen)
    const stream = openStream(frozen)
    endpoint.freeze()
    let code: VerifyFailure | undefined
    // A busy machine can be late once.
    for (let id = 1; id < 9 && code === undefined; id += 3) {
      // Redis does not reply to the first item, and ioredis sends the others after its timeout.
      stream.ask([item(id, token)])
      stream.call.write({ items: [], ping: true, pingNumber: 1 })
      await stream.pong()
      stream.ask([{ ...item(id + 1, token), timeout: toDuration(2000) }, item(id + 2, token)])
      const results = new Map<number, VerifyResult>()
      // The result of the last item arrives also if that of the second is too late.
      while (!results.has(id + 2))
        for (const [key, result] of await stream.results(1)) results.set(key, result)
      code = codeIn(results.get(id + 1))
    }
    expect(code).to.equal(VerifyFailure.UNAVAILABLE)
    stream.call.cancel()
    endpoint.cut()
    endpoint.mend()
    await frozen.stop()
    await endpoint.close()
  })

  it('returns no result after the deadline of an item', async () => {
    const endpoint = await tcpProxy(process.env.GATEHOUSE_TEST_REDIS_URL ?? '')
    const frozen = await startService({ GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${endpoint.port}` })
    const { token } = await signIn(frozen)
    const stream = openStream(frozen)
    endpoint.freeze()
    stream.ask([{ ...item(1, token), timeout: toDuration(100) }, item(2, token)])
    const results = await stream.results(1)
    expect([...results.keys()]).to.deep.equal([2])
    expect(codeIn(results.get(2))).to.equal(VerifyFailure.UNAVAILABLE)
    stream.call.cancel()
    endpoint.cut()
    endpoint.mend()
    await frozen.stop()
    await endpoint.close()
  })
})

function item(correlationId: number, token: string): VerifyItem {
  return { correlationId, token, requestId: `r-${correlationId}`, timeout: toDuration(5000) }
}

function openStream({ client }: Pick<RunningService, 'client'>) {
  const call = client.verifyStream()
  const answered = new Map<number, VerifyResult>()
  const pongs: VerifyStreamResponse[] = []
  let messages = 0
  call.on('data', (response: VerifyStreamResponse) => {
    for (const result of response.results) answered.set(result.correlationId, result)
    if (response.pong) pongs.push(response)
    messages += 1
  })
  const ended = new Promise<void>((resolve) => {
    call.on('end', resolve)
    call.on('error', () => resolve())
  })

  return {
    call,
    ended,
    messages: () => messages,
    ask: (items: VerifyItem[]) => call.write({ items, ping: false, pingNumber: 0 }),
    async pong(): Promise<VerifyStreamResponse | undefined> {
      while (pongs.length === 0) await once(call, 'data')
      return pongs.shift()
    },
    /** The next `count` results. */
    async results(count: number): Promise<Map<number, VerifyResult>> {
      while (answered.size < count) await once(call, 'data')
      const taken = new Map(answered)
      answered.clear()
      return taken
    },
  }
}

const sessionIn = (result: VerifyResult | undefined) =>
  result?.outcome?.$case === 'session' ? result.outcome.value : undefined

const codeIn = (result: VerifyResult | undefined) =>
  result?.outcome?.$case === 'failure' ? result.outcome.value : undefined

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise(setImmediate)
}
