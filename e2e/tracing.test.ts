import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { type CollectedSpan, traceCollector } from '@gatehouse/service-kit/testing/trace-collector'
import { openTracing, type Tracing } from '@gatehouse/service-kit/tracing/tracing'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-00`, 'x-request-id': 'traced' }

/** The spans so far; none are collected after the first call. */
function useSpans() {
  const { log } = logLines()
  let collector: Awaited<ReturnType<typeof traceCollector>>
  let traces: Tracing
  before(async () => {
    collector = await traceCollector()
    const options = { service: 'all', isEdge: true, tracesUrl: collector.url, tracesRatio: 1, log }
    traces = await openTracing(options)
  })
  after(() => collector.close())
  return async () => {
    await traces.close()
    return collector.spans()
  }
}

describe('the trace of a request through a trusted proxy', () => {
  const spansSoFar = useSpans()
  const stack = openDevStack({ settings: { GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' } })

  it('has the route, the rpcs and the commands of both stores, under the trace id of the proxy', async () => {
    const ann = await stack.register('ann')
    await stack.post('/auth/login', { body: { email: ann.email, password: ann.password }, headers })
    await stack.get('/auth/sessions', { token: ann.token, headers })
    const webhook = await stack.createWebhook(await stack.createGuildChannel(ann))
    await stack.postChat(webhook, { text: 'built' }, headers)
    const spans = (await spansSoFar()).filter((span) => span.traceId === traceId)
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    const pathTo = (span: CollectedSpan): string => {
      const parent = byId.get(span.parentSpanId ?? '')
      return parent ? `${pathTo(parent)} > ${span.name}` : span.name
    }
    const paths = spans.map(pathTo)
    const [auth, sessions] = ['gatehouse.auth.v1.Auth', 'gatehouse.sessions.v1.Sessions']
    const login = `POST /auth/login > ${auth}/Login > ${auth}/Login`
    const execute = 'gatehouse.webhooks.v1.Webhooks/ExecuteWhole'
    const execution = `POST /webhooks/{webhook_id}/{token}/chat-compat > ${execute} > ${execute}`
    expect(paths).to.include.members([
      `${login} > find`,
      `${login} > ${sessions}/Create > ${sessions}/Create > eval`,
      `${login} > ${sessions}/Create > ${sessions}/Create > wait`,
      `GET /auth/sessions > ${sessions}/VerifyStream > ${sessions}/VerifyStream > hget`,
      `GET /auth/sessions > ${sessions}/List > ${sessions}/List > hgetall`,
      `${execution} > insert`,
    ])
    const [route] = spans.filter(({ name }) => name === 'POST /auth/login')
    expect(route?.attributes).to.deep.equal({
      'http.request.method': 'POST',
      'http.route': '/auth/login',
      'http.response.status_code': 200,
      request_id: 'traced',
    })
  })
})

describe('the trace of a request of anybody else', () => {
  const spansSoFar = useSpans()
  const stack = openDevStack()

  it('is one of its own, with a link to that of the caller', async () => {
    for (const path of ['/openapi.json', '/auth/sso/status']) await stack.get(path, { headers })
    const routes = (await spansSoFar()).filter(({ name }) => name.startsWith('GET /'))
    expect(routes).to.have.length(2)
    expect(new Set([traceId, ...routes.map((span) => span.traceId)]).size).to.equal(3)
    for (const { links, parentSpanId } of routes)
      expect([links, parentSpanId]).to.deep.equal([[`${traceId}-b7ad6b7169203331`], null])
  })
})
