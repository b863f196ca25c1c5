import { apiRoutes } from '@gatehouse/gateway/routes'
import { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import { AuthAdminService } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { HandoffsService } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { traceCollector } from '@gatehouse/service-kit/testing/trace-collector'
import { openTracing, type Tracing } from '@gatehouse/service-kit/tracing/tracing'
import { type Client, Metadata, type StatusObject } from '@grpc/grpc-js'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'
import { channelFor } from './network-tls.ts'
import { type Caller, createCaller, filled } from './surface/caller.ts'
import { documentationOf } from './surface/documented.ts'
import { readHeaders, replaced } from './surface/odd-values.ts'
import { type Sent, send } from './surface/send.ts'

const planted = 'pl4nted'
const email = `${planted}@gatehouse.test`

/** Every header that a route reads, and some that none reads. Only X-Request-Id is meant for logs. */
const headers = Object.fromEntries(
  [...readHeaders, 'x-ticket', 'referer', 'forwarded', 'traceparent', 'tracestate', 'baggage']
    .filter((name) => !['x-request-id', 'request-id', 'content-type', 'content-encoding'].includes(name))
    .map((name) => [name, `${planted}-${name}`]),
)

describe('secrets in requests', () => {
  const { log, text: logged } = logLines()
  const stack = openDevStack({ log })
  let collector: Awaited<ReturnType<typeof traceCollector>>
  let traces: Tracing
  let caller: Caller
  before(async () => {
    collector = await traceCollector()
    const options = { service: 'all', isEdge: true, tracesUrl: collector.url, tracesRatio: 1, log }
    traces = await openTracing(options)
    caller = await createCaller(stack)
  })
  after(() => collector.close())

  it('are in no error of a route', async () => {
    for (const route of apiRoutes) {
      const { body, queryNames } = documentationOf(route)
      const method = route.method.toUpperCase()
      const path = filled(route.path, caller.params)
      const query = `?token=${planted}&${queryNames.map((name) => `${name}=${planted}`).join('&')}`
      const json = { ...headers, 'content-type': 'application/json' }
      const signedIn = { ...json, authorization: caller.person.token }
      const fields = body?.fields ?? []
      const inEachField = fields.reduce<unknown>(
        (all, { path: at }) => replaced(all, at, at.at(-1) === 'email' ? email : planted),
        body?.sample ?? {},
      )
      const requests: Sent[] = [
        { method, path: path + query, headers: json, body: JSON.stringify(inEachField) },
        { method, path: path + query, headers: signedIn, body: JSON.stringify(inEachField) },
        { method, path: route.path.replace(/\{\w+\}/g, planted), headers: signedIn, body: planted },
        { method, path: `${path}/${planted}`, headers: signedIn },
        ...fields.filter(isSecret).map(({ path: at }) => ({
          method,
          path,
          headers: signedIn,
          body: JSON.stringify(replaced(body?.sample, at, planted)),
        })),
      ]
      for (const request of requests) {
        const { status, text } = await send(stack.network().urls.gateway, request)
        if (status >= 400) expect(text, `${method} ${request.path}`).not.to.contain(planted)
      }
    }
  })

  it('are in no error of an rpc', async () => {
    const { GATEHOUSE_AUTH_ADDR, GATEHOUSE_SESSIONS_ADDR, GATEHOUSE_WEBHOOKS_ADDR } = stack.network().env
    const served = [
      [GATEHOUSE_AUTH_ADDR, AuthService, AuthAdminService],
      [GATEHOUSE_SESSIONS_ADDR, SessionsService, HandoffsService],
      [GATEHOUSE_WEBHOOKS_ADDR, WebhooksService, GuildsService],
    ] as const
    for (const [address, ...definitions] of served) {
      for (const { path } of definitions.flatMap((each) => Object.values(each))) {
        const client = channelFor(path, address)
        const { details, metadata } = await callWithPlantedFields(client, path)
        const trailers = Object.values(metadata.getMap()).map(String)
        expect([path, details, ...trailers].join(), path).not.to.contain(planted)
        client.close()
      }
    }
  })

  it('are in no log record, span or metric', async () => {
    await traces.close()
    const metrics = JSON.stringify(await stack.network().metrics())
    const spans = collector.spans()
    expect(spans.map(({ name }) => name)).to.include.members(['POST /auth/login', 'insert', 'evalsha'])
    const { person, params } = caller
    for (const message of ['request', 'call rejected']) expect(logged()).to.contain(`"msg":"${message}"`)
    const secrets = [planted, person.token, person.password, person.email, params.token]
    for (const secret of secrets) {
      for (const [where, text] of Object.entries({ logged: logged(), traced: collector.text(), metrics })) {
        const at = text.indexOf(secret ?? '')
        expect(at < 0 ? '' : text.slice(Math.max(0, at - 300), at + 100), `${where}: ${secret}`).to.equal('')
      }
    }
  })
})

function isSecret({ path }: { path: string[] }): boolean {
  return /password|secret|token|ticket|code|email|phone|credential|response/.test(path.at(-1) ?? '')
}

/** Each field is the text, or a message with the text as its first field; fields of other types are skipped. */
function callWithPlantedFields(client: Client, path: string): Promise<StatusObject> {
  const value = Buffer.concat([Buffer.from([0x0a, planted.length]), Buffer.from(planted)])
  const message = Buffer.concat(
    Array.from({ length: 15 }, (_, index) =>
      Buffer.concat([Buffer.from([((index + 1) << 3) | 2, value.length]), value]),
    ),
  )
  const metadata = new Metadata()
  for (const name of ['authorization', 'cookie', 'x-request-id', 'traceparent', 'user-agent'])
    metadata.set(name, `${planted} ${name}`)
  const asIs = (bytes: Buffer) => bytes
  const call = client.makeBidiStreamRequest(path, asIs, asIs, metadata, { deadline: Date.now() + 3000 })
  call.on('error', () => {})
  // Some streams do not end.
  call.on('data', () => call.cancel())
  call.end(message)
  return new Promise((resolve) => call.on('status', resolve))
}
