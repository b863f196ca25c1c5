import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number | string }
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Value }[]
  links?: { traceId: string; spanId: string }[]
  status: { code?: number }
}
type Body = { resourceSpans: { resource: object; scopeSpans: { spans: SentSpan[] }[] }[] }

/** A collector that parses OTLP over HTTP in JSON. `text` is everything that it received. */
export async function traceCollector() {
  const bodies: Body[] = []
  let requests = 0
  let status = 200
  const server = createServer(async (request, response) => {
    requests += 1
    bodies.push((await json(request)) as Body)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    requests: () => requests,
    text: () => JSON.stringify(bodies),
    spans: () =>
      bodies.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(readSpan))),
      ),
    failWith(code: number) {
      status = code
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type CollectedSpan = ReturnType<typeof readSpan>

function readSpan({ attributes, links = [], status, parentSpanId, ...span }: SentSpan) {
  const entries = attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)])
  return {
    ...span,
    parentSpanId: parentSpanId || null,
    isError: status.code === 2,
    links: links.map(({ traceId, spanId }) => `${traceId}-${spanId}`),
    attributes: Object.fromEntries(entries) as Record<string, string | number>,
  }
}
