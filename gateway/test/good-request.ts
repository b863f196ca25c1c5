import type { ApiRoute } from '@gatehouse/gateway/http/route'
import { openApiDocument } from '@gatehouse/gateway/openapi/document'
import { apiRoutes } from '@gatehouse/gateway/routes'
import { type JsonSchema, schemaReader } from '@gatehouse/service-kit/testing/json-schema'
import { handoffCode, ticket, webhookToken } from './fixtures.ts'

type Document = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: JsonSchema }> } }>>
  components: { schemas: Record<string, JsonSchema> }
}

const document = JSON.parse(JSON.stringify(openApiDocument(apiRoutes))) as Document
const schemas = schemaReader(document.components.schemas)
const things: Record<string, string> = {
  channel_id: '200',
  guild_id: '100',
  webhook_id: '300',
  token: webhookToken,
  code: handoffCode,
}

/** Creates a valid request from the documentation of a route. e2e/every-route.test.ts has the invalid ones. */
export function goodRequest({ path, method, requestHeaders }: ApiRoute) {
  const schema = document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => things[name] ?? '1'),
    options: {
      ...(schema && { json: schemas.sampleOf(schema) }),
      ...(requestHeaders.includes('X-Ticket') && { headers: { 'x-ticket': ticket } }),
    },
  }
}
