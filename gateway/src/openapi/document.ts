import { z } from 'zod'
import type { ApiRoute, Route, RouteResponse } from '../http/route.ts'
import { rateLimits } from '../limits.ts'
import { namedSchemas } from '../schemas/all.ts'
import { examplesOf } from '../schemas/named-schema.ts'
import { errorResponsesOf, headersOf } from './error-responses.ts'
import { errorSchemas } from './error-schemas.ts'
import { namedExamples } from './examples.ts'
import { headerParameter, headerParameters, responseHeaders } from './headers.ts'
import { componentOf, type Json, refTo, schemaOf } from './json-schema.ts'
import { tags } from './tags.ts'

const description = `Account authentication and webhooks in front of a chat platform.

Every path also exists under /v1. Ids are 64-bit numbers as decimal strings, times are RFC 3339 in UTC. New properties may be added
to objects at any time. Errors have a permanent code; [the guides](/docs/errors) list all of them.`

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
      schemas: {
        ...Object.fromEntries([...namedSchemas()].map(([name, schema]) => [name, componentOf(name, schema)])),
        ...errorSchemas(routes),
      },
      responses: Object.assign({}, ...routes.map((route) => errorResponsesOf(route).shared)),
      parameters: headerParameters(),
      headers: responseHeaders,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a session. The scheme "Bearer" is optional.',
        },
      },
    },
  }
}

function pathsOf(routes: readonly ApiRoute[]): Json {
  const common = { parameters: [refTo('parameters', 'X-Request-Id')] }
  const paths: Record<string, Json> = {}
  for (const route of routes)
    paths[route.path] = { ...(paths[route.path] ?? common), [route.method]: operationOf(route) }
  return paths
}

const securityOf = {
  account: [{ token: [] }],
  optional: [{ token: [] }, {}],
  unverified: [{ token: [] }, {}],
  anyone: [],
}

function operationOf(route: ApiRoute): Json {
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: limitText(route),
    tags: [route.tag],
    security: securityOf[route.access],
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...route.requestHeaders.map((header) =>
        typeof header === 'string' ? refTo('parameters', header) : headerParameter(header),
      ),
    ],
    ...(route.body ? { requestBody: bodyOf(route.body, route) } : {}),
    responses: { ...successesOf(route), ...errorResponsesOf(route).byStatus },
  }
}

function limitText({ rateLimit, limitedBy }: Route): string {
  if (limitedBy) return `Rate limits of ${limitedBy}.`
  if (!rateLimit) return 'No rate limit.'
  const { bucket, per, each } = rateLimit
  const { limit, windowSeconds } = rateLimits[bucket]
  const ofEach = each && rateLimits[each.bucket]
  const further = ofEach
    ? `; ${ofEach.limit} in ${ofEach.windowSeconds} s (bucket ${each.bucket}) for each ${each.by}`
    : ''
  return `Rate limit: ${limit} in ${windowSeconds} s (bucket ${bucket}${per ? `, for each ${per}` : ''})${further}.`
}

function parametersOf(schema: z.ZodType | null, place: 'path' | 'query'): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).map(([name, field]) => {
    // ZodObject types its fields less precisely than they are.
    const type = field as z.ZodType
    const { description, ...schema } = schemaOf(type)
    return {
      name,
      in: place,
      required: place === 'path' || !type.safeParse(undefined).success,
      description,
      schema,
    }
  })
}

function bodyOf(body: z.ZodType, { isSenderBody, acceptsForm }: ApiRoute): Json {
  const schema = schemaOf(body)
  const examples = examplesOf(body)
  const json = { schema, examples: namedExamples(examples) }
  const form = {
    schema: formOf(schema),
    examples: namedExamples(examples, (value) => ({ payload: JSON.stringify(value) })),
  }
  return {
    required: true,
    content: {
      'application/json': json,
      ...(acceptsForm ? { 'application/x-www-form-urlencoded': json } : {}),
      ...(isSenderBody ? { 'application/x-www-form-urlencoded': form } : {}),
    },
  }
}

function formOf(contentSchema: Json): Json {
  const payload = { type: 'string', contentMediaType: 'application/json', contentSchema }
  return { type: 'object', required: ['payload'], properties: { payload } }
}

function successesOf({ responses, responseHeaders }: ApiRoute): Json {
  const byStatus = Map.groupBy(responses, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => {
      const content = Object.fromEntries(all.flatMap(contentOf))
      const text = all.map(({ description }) => description).join(' ')
      const body = Object.keys(content).length > 0 ? { content } : {}
      return [String(status), { description: text, headers: headersOf(responseHeaders), ...body }]
    }),
  )
}

function contentOf({ schema, text, mediaTypes }: RouteResponse): [string, Json][] {
  if (schema)
    return [['application/json', { schema: schemaOf(schema), examples: namedExamples(examplesOf(schema)) }]]
  if (mediaTypes) return mediaTypes.map((type) => [type, {}])
  if (text === undefined) return []
  return [
    ['text/plain', { schema: { type: 'string', const: text }, examples: namedExamples({ [text]: text }) }],
  ]
}
