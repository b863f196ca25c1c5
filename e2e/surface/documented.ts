import type { Route } from '@gatehouse/gateway/http/route'
import { openApiDocument } from '@gatehouse/gateway/openapi/document'
import { apiRoutes } from '@gatehouse/gateway/routes'
import { type Field, type JsonSchema, schemaReader } from '@gatehouse/service-kit/testing/json-schema'

type Parameter = { name: string; in: string; schema: JsonSchema }
type Operation = {
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
}

const document = JSON.parse(JSON.stringify(openApiDocument(apiRoutes))) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}
const schemas = schemaReader(document.components.schemas)

/** What the OpenAPI document says of a route. */
export type Documentation = {
  methods: string[]
  queryNames: string[]
  idNames: string[]
  /** Null if the route accepts no body. */
  body: { sample: Record<string, unknown>; fields: Field[] } | null
}

export function documentationOf({ path, method }: Route): Documentation {
  const { parameters, requestBody } = document.paths[path]?.[method] ?? { parameters: [] }
  const schema = requestBody?.content['application/json'].schema
  return {
    methods: methodsOf(path),
    queryNames: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    idNames: parameters.filter(isId).map(({ name }) => name),
    body: schema ? { sample: Object(schemas.sampleOf(schema)), fields: schemas.fieldsOf(schema) } : null,
  }
}

function methodsOf(path: string): string[] {
  const methods = apiRoutes.filter((route) => route.path === path).map(({ method }) => method.toUpperCase())
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

function isId(parameter: Parameter): boolean {
  return parameter.in === 'path' && parameter.schema.$ref?.endsWith('/SnowflakeType') === true
}
