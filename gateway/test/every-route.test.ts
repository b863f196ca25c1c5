import { openApiDocument } from '@gatehouse/gateway/http/openapi'
import type { Route } from '@gatehouse/gateway/http/route'
import { apiRoutes } from '@gatehouse/gateway/routes'
import { type JsonSchema, schemaReader } from '@gatehouse/service-kit/testing/json-schema'
import { expect } from 'chai'
import { handoffCode, webhookToken } from './fixtures.ts'
import { useGateway } from './running-gateway.ts'

type Document = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: JsonSchema }> } }>>
  components: { schemas: Record<string, JsonSchema> }
}

const document = JSON.parse(JSON.stringify(openApiDocument(apiRoutes))) as Document
const schemas = schemaReader(document.components.schemas)
const things: Record<string, string> = {
  ...{ channel_id: '200', guild_id: '100', webhook_id: '300' },
  ...{ token: webhookToken, code: handoffCode },
}

/** What a route takes, as its documentation says; refusals are dev/stories/whole-surface.test.ts. */
function goodRequest({ path, method }: Route): { path: string; options: { json?: unknown } } {
  const schema = document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => things[name] ?? '1'),
    options: schema ? { json: schemas.sampleOf(schema) } : {},
  }
}

describe('every route', () => {
  const gateway = useGateway()

  for (const prefix of ['', '/v1']) {
    for (const route of apiRoutes.filter(({ foreignBody }) => !foreignBody)) {
      it(`takes what is right: ${route.method} ${prefix}${route.path}`, async () => {
        const { path, options } = goodRequest(route)
        const answer = await gateway().call(route.method.toUpperCase(), `${prefix}${path}`, options)
        expect(answer.status, answer.text).to.equal(route.responses[0]?.status)
        expect(answer.headers.get('cache-control')).to.equal('no-store')
        expect(answer.headers.get('x-ratelimit-bucket')).to.equal(route.rateLimit?.bucket ?? null)
        for (const secret of [webhookToken, handoffCode])
          expect(gateway().logged.text()).not.to.include(secret)
      })
    }
  }

  for (const route of apiRoutes) {
    it(`says nothing of a bug: ${route.method} ${route.path}`, async () => {
      const { auth, sessions, handoffs, webhooks } = gateway().stubs
      for (const verbs of [auth, sessions, handoffs, webhooks]) {
        for (const name of Object.keys(verbs)) Object.assign(verbs, { [name]: breaks })
      }
      const { path, options } = goodRequest(route)
      const { status, text } = await gateway().call(route.method.toUpperCase(), path, options)
      if (status < 300) return
      const words = route.plainErrors
        ? 'rollup_error'
        : '{"code":"INTERNAL_SERVER_ERROR","message":"Something went wrong on our side."}'
      expect([status, text]).to.deep.equal([500, words])
    })
  }
})

function breaks(): never {
  throw new Error('E11000 duplicate key at mongodb://root:hunter2@10.0.0.7:27017')
}
