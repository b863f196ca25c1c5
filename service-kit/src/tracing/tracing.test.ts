import { expect } from 'chai'
import { serveEcho } from '../../testing/echo-server.ts'
import { EchoService } from '../../testing/echo-service.ts'
import { logLines } from '../../testing/log-lines.ts'
import { rejected } from '../../testing/rejected.ts'
import { testClient } from '../../testing/test-client.ts'
import { traceCollector } from '../../testing/trace-collector.ts'
import { until } from '../../testing/wait-until.ts'
import { withinMs } from '../../testing/within-ms.ts'
import { ServiceError } from '../errors/service-error.ts'
import { openTracing, type Tracing, tracing } from './tracing.ts'

const given = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const unsampled = given.replace(/1$/, '0')

describe('tracing', () => {
  const { log, lines } = logLines()
  let collector: Awaited<ReturnType<typeof traceCollector>>
  let traces: Tracing
  const open = async (changes: { isEdge?: boolean; tracesRatio?: number; tracesUrl?: string } = {}) => {
    const options = { service: 'test', isEdge: false, tracesRatio: 1, tracesUrl: collector.url, log }
    traces = await openTracing({ ...options, ...changes })
  }
  const serverSpan = (parent?: string) =>
    traces.start({ name: 'GET /a', kind: 'server', parent, attributes: {} })
  beforeEach(async () => {
    lines.length = 0
    collector = await traceCollector()
  })
  afterEach(async () => {
    await traces.close()
    await collector.close()
  })

  it('is off after it was closed', async () => {
    await open()
    expect(tracing()).not.to.equal(null)
    await traces.close()
    expect(tracing()).to.equal(null)
  })

  it('connects the spans of a request, its calls and their handlers', async () => {
    await open()
    const server = await serveEcho({
      say: (text) => {
        if (text === 'no') throw new ServiceError('MISSING_ACCESS')
        return text
      },
    })
    const client = testClient(EchoService, server.address)
    const span = serverSpan(given)
    await span?.run(async () => {
      await client.say('hello')
      await client.collect(['a', 'b'])
      await rejected(client.say('no'))
    })
    span?.end()
    client.close()
    await server.drain()
    await traces.close()
    const spans = collector.spans()
    expect(new Set(spans.map(({ traceId }) => traceId))).to.deep.equal(new Set([given.split('-')[1]]))
    const byId = new Map(spans.map((each) => [each.spanId, each]))
    const paths = spans.map(({ name, parentSpanId, attributes }) => {
      const parent = byId.get(parentSpanId ?? '')
      return [parent?.name, name, attributes['error.type']].filter(Boolean).join(' > ')
    })
    const [say, collect] = ['echo.v1.Echo/Say', 'echo.v1.Echo/Collect']
    expect(paths.toSorted()).to.deep.equal(
      [
        'GET /a',
        `GET /a > ${say}`,
        `${say} > ${say}`,
        `GET /a > ${collect}`,
        `${collect} > ${collect}`,
        `GET /a > ${say} > MISSING_ACCESS`,
        `${say} > ${say} > PERMISSION_DENIED`,
      ].toSorted(),
    )
    expect(byId.get(span?.traceparent.split('-')[2] ?? '')?.parentSpanId).to.equal('b7ad6b7169203331')
  })

  it('follows the decision of the caller, except at the edge', async () => {
    await open({ tracesRatio: 0 })
    for (const parent of [given, unsampled, undefined]) serverSpan(parent)?.end()
    await traces.close()
    expect(collector.spans()).to.have.length(1)
    await open({ isEdge: true, tracesRatio: 0 })
    for (const parent of [given, unsampled, undefined]) serverSpan(parent)?.end()
    await traces.close()
    expect(collector.spans()).to.have.length(1)
    await open({ isEdge: true })
    for (const parent of [given, unsampled, undefined]) serverSpan(parent)?.end()
    await traces.close()
    expect(collector.spans()).to.have.length(4)
  })

  it('begins a trace with a link to that of a caller who is not trusted', async () => {
    await open()
    for (const link of [given, unsampled, 'x', undefined])
      traces.start({ name: 'GET /a', kind: 'server', link, attributes: {} })?.end()
    await traces.close()
    const [, traceId, spanId] = given.split('-')
    const spans = collector.spans()
    expect(spans.map(({ links }) => links)).to.deep.equal([
      [`${traceId}-${spanId}`],
      [`${traceId}-${spanId}`],
      [],
      [],
    ])
    expect(spans.map(({ parentSpanId }) => parentSpanId)).to.deep.equal([null, null, null, null])
    expect(new Set([traceId, ...spans.map((span) => span.traceId)]).size).to.equal(5)
  })

  it('starts a new trace for a malformed traceparent', async () => {
    await open()
    const zeros = '0'.repeat(32)
    for (const parent of ['', 'x', given.toUpperCase(), `00-${zeros}-b7ad6b7169203331-01`, `${given}-x`])
      serverSpan(parent)?.end()
    await traces.close()
    const spans = collector.spans()
    expect(spans.map(({ parentSpanId }) => parentSpanId)).to.deep.equal([null, null, null, null, null])
    expect(new Set(spans.map(({ traceId }) => traceId)).size).to.equal(5)
    expect(spans.map(({ traceId }) => traceId)).not.to.include(zeros)
  })

  it('starts no client span outside of a request', async () => {
    await open()
    expect(traces.start({ name: 'ping', kind: 'client', attributes: {} })).to.equal(null)
  })

  it('drops spans while the collector is away, and logs it', async () => {
    await open({ tracesUrl: 'http://127.0.0.1:1/v1/traces' })
    for (let count = 0; count < 5000; count += 1) serverSpan()?.end()
    await until(() => lines.some(({ msg }) => msg === 'traces not exported'))
    await withinMs(5000, () => traces.close())
  })
})
