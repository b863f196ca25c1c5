import { errors } from '@gatehouse/proto/errors/catalog'
import { kinds } from '@gatehouse/proto/errors/kinds'
import { z } from 'zod'
import { captchaProviderNames } from '../captcha/captcha-providers.ts'
import { type ApiRoute, commonErrors, type Route, type RouteResponse } from '../http/route.ts'
import { rateLimits } from '../limits.ts'
import { namedSchemas } from '../schemas/all.ts'
import { ErrorResponse } from '../schemas/errors.ts'
import { tags } from './tags.ts'

type Json = Record<string, unknown>

const description = `Account authentication and webhooks in front of a chat platform.

Every path also exists under /v1. Ids are 64-bit numbers as decimal strings, times are RFC 3339 in UTC. New properties may be added
to objects at any time. Every response has X-Request-Id. Rate-limited routes return X-RateLimit-Limit, X-RateLimit-Remaining,
X-RateLimit-Reset (Unix seconds) and X-RateLimit-Bucket. Errors have a permanent code; docs/errors.md lists all of them.`

/** Includes the schemas of routes that do not exist yet. */
export function openApiDocument(routes: readonly ApiRoute[]): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse',
      version: '1',
      description,
      contact: { name: 'Gatehouse' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }, { url: '/v1' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: pathsOf(routes),
    components: {
      schemas: Object.fromEntries(
        [...namedSchemas()].map(([name, schema]) => [name, componentOf(name, schema)]),
      ),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a session. The scheme "Bearer" is optional.',
        },
      },
      headers: {
        RequestId: {
          description: 'The X-Request-Id of the request if it is valid, else a new one.',
          schema: { type: 'string' },
        },
      },
    },
  }
}

function pathsOf(routes: readonly ApiRoute[]): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) }
  return paths
}

function operationOf(route: ApiRoute): Json {
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: limitText(route),
    tags: [route.tag],
    security: { account: [{ token: [] }], optional: [{ token: [] }, {}], anyone: [] }[route.access],
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(route.captcha ? captchaParameters : []),
    ],
    ...(route.body ? { requestBody: bodyOf(route.body) } : {}),
    responses: { ...successesOf(route), ...errorResponsesOf(route) },
  }
}

function limitText({ rateLimit, limitedBy }: Route): string {
  if (limitedBy) return `Rate limits of ${limitedBy}.`
  if (!rateLimit) return 'No rate limit.'
  const { bucket, per } = rateLimit
  const { limit, windowSeconds } = rateLimits[bucket]
  return `Rate limit: ${limit} in ${windowSeconds} s (bucket ${bucket}${per ? `, for each ${per}` : ''}).`
}

function parametersOf(schema: z.ZodType | null, place: 'path' | 'query'): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).map(([name, field]) => {
    // ZodObject types its fields less precisely than they are.
    const type = field as z.ZodType
    return {
      name,
      in: place,
      required: place === 'path' || !type.safeParse(undefined).success,
      description: type.meta()?.description,
      schema: schemaOf(type),
    }
  })
}

const captchaParameters: Json[] = [
  {
    name: 'X-Captcha-Token',
    in: 'header',
    required: false,
    description: 'The solution of the captcha. Required if the instance has a captcha provider.',
    schema: { type: 'string', maxLength: 2048 },
  },
  {
    name: 'X-Captcha-Type',
    in: 'header',
    required: false,
    description: 'The captcha provider. If present, it must be the provider of the instance.',
    schema: { type: 'string', enum: captchaProviderNames },
  },
]

function bodyOf(body: z.ZodType): Json {
  return { required: true, content: { 'application/json': { schema: schemaOf(body) } } }
}

function successesOf({ responses }: Route): Json {
  const byStatus = Map.groupBy(responses, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => {
      const content = Object.fromEntries(all.flatMap(contentOf))
      const text = all.map(({ description }) => description).join(' ')
      const body = Object.keys(content).length > 0 ? { content } : {}
      return [String(status), { description: text, headers: requestIdHeader, ...body }]
    }),
  )
}

function contentOf({ schema, type }: RouteResponse): [string, Json][] {
  if (schema) return [['application/json', { schema: schemaOf(schema) }]]
  return type ? [[type, { schema: { type: 'string' } }]] : []
}

const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }

function errorResponsesOf({ errors: own, plainErrors = false }: Route): Json {
  const codes = [...new Set([...own, ...commonErrors])]
  const byStatus = Map.groupBy(codes, (code) => kinds[errors[code].kind].http)
  const content = plainErrors
    ? { 'text/plain': { schema: { type: 'string' } } }
    : { 'application/json': { schema: schemaOf(ErrorResponse) } }
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, some]) => [
        String(status),
        { description: some.join(', '), headers: requestIdHeader, content },
      ]),
  )
}

function schemaOf(schema: z.ZodType): Json {
  const name = schema.meta()?.id
  return name === undefined
    ? withComponentRefs(jsonSchemaOf(schema))
    : { $ref: `#/components/schemas/${name}` }
}

function componentOf(name: string, schema: z.ZodType): Json {
  // zod renders a named schema as a reference to its definition.
  return withComponentRefs(jsonSchemaOf(schema).$defs?.[name] ?? {})
}

function jsonSchemaOf(schema: z.ZodType) {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: replaceDocumented })
}

function replaceDocumented({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: Json
}): void {
  const meta = z.globalRegistry.get(zodSchema)
  // A named schema is rendered as a reference where it has another description.
  if (!meta?.documentedAs || jsonSchema.$ref) return
  const { id, description } = meta
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  Object.assign(jsonSchema, JSON.parse(JSON.stringify({ id, description, ...meta.documentedAs })))
}

function withComponentRefs({ $schema: _, $defs: __, id: ___, ...own }: z.core.JSONSchema.BaseSchema): Json {
  return JSON.parse(JSON.stringify(own).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
