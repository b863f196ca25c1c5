import { gzipSync } from 'node:zlib'
import type { ExecuteRequest } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { maxTurnMs } from '@gatehouse/service-kit/testing/longest-turn'
import { processorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { renderMetrics } from '@gatehouse/webhook-service/executions/render-metrics'
import { renderer } from '@gatehouse/webhook-service/executions/renderer'
import { expect } from 'chai'
import { codeHost, makeWebhook, post, posted, requestsOf, type Target } from './executing.ts'
import { largePush } from './fixtures/code-host/example-payloads.ts'
import { type StartedService, startService } from './started-service.ts'

const mebibyte = 1024 * 1024
const maxBodyBytes = 25 * mebibyte
const { threadEnds } = renderMetrics(() => ({ small: 0, large: 0 }))
const caller = { webhookId: '1', signal: new AbortController().signal }

describe('large bodies', () => {
  let service: StartedService
  let webhook: Target
  before(async () => {
    service = await startService({ limitsScale: 1000, bodyBytesInFlight: maxBodyBytes })
    webhook = await makeWebhook(service)
  })
  after(() => service.close())

  const send = (body: Buffer, id: string, contentEncoding = '') =>
    post(service, { webhook, body, contentEncoding, ...codeHost('push', id), wait: true })

  it('of 2,048 commits and 25 MiB are posted', async () => {
    const body = largePush(maxBodyBytes)
    expect(body.length).to.equal(maxBodyBytes)
    const { result, message } = await send(body, 'large')
    expect(result).to.equal('rendered')
    expect(message?.embeds[0]?.title).to.equal('[Hello-World:master] 2048 new commits')
    expect((await send(gzipSync(body), 'zipped', 'gzip')).result).to.equal('rendered')
  })

  it('are rejected above 25 MiB, also if the rest is white space', async () => {
    const body = Buffer.concat([largePush(maxBodyBytes), Buffer.from(' ')])
    expect((await rejected(send(body, 'over'))).code).to.equal('PAYLOAD_TOO_LARGE')
  })

  it('that are malformed or have too many keys are rejected by the thread like small ones', async () => {
    const cut = largePush(mebibyte).subarray(0, mebibyte - 10)
    expect(await rejected(send(cut, 'cut')).then(({ code, data }) => ({ code, data }))).to.deep.include({
      code: 'MALFORMED_JSON',
    })
    const keys = Buffer.from(`{${Array.from({ length: 100_001 }, (_, index) => `"${index}":0`).join(',')}}`)
    expect((await rejected(send(keys, 'keys'))).code).to.equal('MALFORMED_JSON')
  })

  it('beyond the byte budget are rejected at once, and the budget is released', async () => {
    const body = largePush(9 * mebibyte)
    const rejection = Promise.withResolvers<void>()
    // No body ends before one of the three was rejected, so their order does not matter.
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map(async (id) => {
        const requests = requestsOf({ webhook, body, ...codeHost('push', `crowd-${id}`) })
        return service.webhooks.execute(endingAfter(rejection.promise, requests)).catch((error: unknown) => {
          rejection.resolve()
          throw error
        })
      }),
    )
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(failed).to.have.length(1)
    expect(failed[0]?.reason).to.deep.include({ code: 'SERVICE_UNAVAILABLE', data: { retry_after: 1 } })
    expect((await send(largePush(maxBodyBytes), 'after')).result).to.equal('rendered')
  })

  it('that never end at one webhook leave budget for other webhooks', async () => {
    const roomy = await startService({ limitsScale: 1000, bodyBytesInFlight: 2 * maxBodyBytes })
    const [crowded, other] = [await makeWebhook(roomy), await makeWebhook(roomy)]
    const release = Promise.withResolvers<void>()
    const body = largePush(4 * mebibyte)
    const unfinished = Array.from({ length: 14 }, (_, index) => {
      const requests = requestsOf({ webhook: crowded, body, ...codeHost('push', `held-${index}`) })
      return roomy.webhooks.execute(endingAfter(release.promise, requests)).then(
        ({ outcome }) => posted(outcome).result,
        ({ code }: { code: string }) => code,
      )
    })
    const ended: string[] = []
    for (const each of unfinished) void each.then((outcome) => ended.push(outcome))
    await until(() => ended.length === 8)
    expect(ended).to.deep.equal(Array.from({ length: 8 }, () => 'SERVICE_UNAVAILABLE'))

    const response = await post(roomy, {
      webhook: other,
      body: largePush(20 * mebibyte),
      ...codeHost('push'),
    })
    expect(response.result).to.equal('rendered')
    expect((await post(roomy, { webhook: crowded, body: { text: 'small' } })).result).to.equal('rendered')
    release.resolve()
    expect((await Promise.all(unfinished)).filter((outcome) => outcome === 'rendered')).to.have.length(6)
    await roomy.close()
  })

  it('do not block the event loop while they are rendered', async () => {
    const rendering = renderer({ threadEnds })
    const body = largePush(maxBodyBytes)
    const parseMs = processorMs(() => JSON.parse(body.toString()))
    const chunks = () => {
      return Array.from(
        { length: 400 },
        (_, index) => new Uint8Array(body.subarray(index * 65_536, (index + 1) * 65_536)),
      )
    }
    const job = { format: 'code-host' as const, contentType: '', event: 'push' }
    await rendering.render(job, { chunks: chunks(), size: maxBodyBytes }, caller)
    const lengths: number[] = []
    for (let run = 0; run < 3; run += 1) {
      const pieces = chunks()
      lengths.push(
        await maxTurnMs(() => rendering.render(job, { chunks: pieces, size: maxBodyBytes }, caller)),
      )
    }
    await rendering.close()
    // A garbage collection can lengthen a turn of one run.
    expect(Math.min(...lengths)).to.be.below(parseMs / 4)
  })

  it('are rendered and redacted by the thread from 64 and 16 KiB', async () => {
    const rendering = renderer({ threadEnds })
    const job = { format: 'code-host' as const, contentType: '', event: 'push' }
    const isOnThread = async (work: () => Promise<unknown>) => {
      const result = await work().then(
        () => false,
        ({ message }: Error) => message === 'the render thread has ended',
      )
      return result
    }
    for (const [size, expected] of [
      [64 * 1024, false],
      [64 * 1024 + 1, true],
    ] as const) {
      const work = rendering.render(job, { chunks: [new Uint8Array(largePush(size))], size }, caller)
      await rendering.close()
      expect(await isOnThread(() => work), `${size} bytes`).to.equal(expected)
    }
    for (const [length, expected] of [
      [16 * 1024, false],
      [16 * 1024 + 1, true],
    ] as const) {
      const work = rendering.redact('a'.repeat(length), caller)
      await rendering.close()
      expect(await isOnThread(() => work), `${length} characters`).to.equal(expected)
    }
    const text = '{"email":"ada@example.com"}'.repeat(1000)
    expect(await rendering.redact(text, caller)).to.equal('{"email":"[email]"}'.repeat(1000))
    await rendering.close()
  })

  it('fail with an internal error if their thread ends, and the next ones are rendered', async () => {
    const rendering = renderer({ threadEnds })
    const job = { format: 'code-host' as const, contentType: '', event: 'push' }
    const pieces = () => [new Uint8Array(largePush(mebibyte))]
    const lost = rendering.render(job, { chunks: pieces(), size: mebibyte }, caller)
    await rendering.close()
    expect(await lost.catch((error: Error) => error.message)).to.equal('the render thread has ended')
    expect((await rendering.render(job, { chunks: pieces(), size: mebibyte }, caller)).kind).to.equal(
      'rendered',
    )
    await rendering.close()
  })
})

/** The requests of an execution, the last of which waits for a promise. */
async function* endingAfter(
  permission: Promise<void>,
  requests: Iterable<ExecuteRequest>,
): AsyncGenerator<ExecuteRequest> {
  for (const request of requests) {
    if (request.part?.$case === 'end') await permission
    yield request
  }
}
