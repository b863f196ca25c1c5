import { commonErrors, type HttpMethod } from '@gatehouse/gateway/http/route'
import { openApiDocument } from '@gatehouse/gateway/openapi/document'
import { routesTable } from '@gatehouse/gateway/print-routes'
import { apiRoutes, documentedRoutes, routes } from '@gatehouse/gateway/routes'
import { errors } from '@gatehouse/proto/errors/catalog'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import { interfaceShapes } from './interface-shapes.ts'

type Schema = {
  type?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  discriminator?: { mapping: Record<string, string> }
  const?: string
  enum?: string[]
  items?: Schema
  $ref?: string
  additionalProperties?: unknown
}

type ErrorResponse = { content?: Record<string, { schema: Schema }> }

type Operation = {
  tags: string[]
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { required: boolean }
  responses: Record<string, unknown>
}

// Without undefined properties, as in the file.
const document = JSON.parse(JSON.stringify(openApiDocument(documentedRoutes))) as {
  openapi: string
  tags: { name: string; description: string }[]
  paths: Record<string, Record<HttpMethod, Operation>>
  components: { schemas: Record<string, Schema> }
}
const { schemas } = document.components

function operations(): Operation[] {
  return apiRoutes.flatMap(({ path, method }) => document.paths[path]?.[method] ?? [])
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors: problems } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(problems ?? []).to.deep.equal([])
    expect([valid, document.openapi]).to.deep.equal([true, '3.1.0'])
  })

  for (const [name, fields] of Object.entries(interfaceShapes)) {
    it(`has ${name} with exactly the fields of the interface`, () => {
      const shape = schemas[name]
      expect(shape, name).to.be.an('object')
      if (fields === null) return
      const names = Object.keys(fields)
      expect(Object.keys(shape?.properties ?? {})).to.have.members(
        names.map((field) => field.replace('?', '')),
      )
      const required = names.filter((field) => !field.endsWith('?'))
      expect(shape?.required ?? []).to.have.members(required)
      expect(shape?.additionalProperties).to.equal(undefined)
      for (const [field, kind] of Object.entries(fields)) {
        const schema = shape?.properties?.[field.replace('?', '')]
        expect([field, takesNull(schema)]).to.deep.equal([field, kind === null || kind.startsWith('?')])
        const reference = kind && /^\??(\w+?)(\[\])?$/.exec(kind)?.[1]
        if (reference && reference in interfaceShapes)
          expect(JSON.stringify(schema)).to.include(`/${reference}"`)
      }
    })
  }

  it('has no broken references', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)
    for (const [, reference = ''] of references) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document)
      expect(found, reference).to.be.an('object')
    }
  })

  it('contains the metadata of no library', () => {
    expect(JSON.stringify(document)).not.to.match(/documentedAs|\$defs/)
  })

  it('lists every route with its statuses', () => {
    for (const { path, method } of documentedRoutes) expect(document.paths[path]).to.have.property(method)
    const image = document.paths['/avatars/{webhook_id}/{hash}']?.get.responses['200']
    expect(image).to.have.nested.property('content.image/webp')
    const chat = document.paths['/webhooks/{webhook_id}/{token}/chat-compat']?.post
    expect(Object.keys(chat?.responses ?? {})).to.include.members(['200', '404', '410', '413', '429'])
  })

  it('requires the body of every operation that has one', () => {
    const bodies = operations().flatMap(({ requestBody }) => requestBody ?? [])
    expect(bodies.map(({ required }) => required)).to.deep.equal(bodies.map(() => true))
  })

  it('has flags of queries as plain booleans', () => {
    const post = document.paths['/webhooks/{webhook_id}/{token}/code-host']?.post
    const flags = post?.parameters.filter(({ name }) => ['wait', 'dry_run'].includes(name)) ?? []
    expect(flags).to.have.length(2)
    for (const { schema } of flags)
      expect(schema).to.include({ type: 'boolean' }).and.not.have.property('enum')
  })

  it('has ids as strings in responses, and as strings or integers in bodies', () => {
    expect(schemas.SnowflakeType).to.include({ type: 'string' })
    expect(schemas.WebhookUpdateRequest?.properties?.channel_id?.anyOf).to.deep.equal([
      { $ref: '#/components/schemas/SnowflakeType' },
      { type: 'integer', minimum: 0 },
    ])
  })

  it('names every operation, because generated clients use the names', () => {
    const ids = apiRoutes.map(({ operationId }) => operationId)
    expect(new Set(ids).size).to.equal(ids.length)
    for (const id of ids) expect(id).to.match(/^(?:[a-z]+)(?:[A-Z][a-z]+)*$/)
    expect(ids).to.include.members([
      'login',
      'listSessions',
      'endSessions',
      'createWebhook',
      'sendCodeHostEvent',
    ])
  })

  it('has one schema for each error code, which the code selects', () => {
    const badRequests = operations().map(({ responses }) => responses['400'] as ErrorResponse)
    for (const { content } of badRequests.filter(({ content }) => content)) {
      const { oneOf = [], discriminator } = content?.['application/json']?.schema ?? {}
      expect(Object.values(discriminator?.mapping ?? {})).to.deep.equal(oneOf.map(({ $ref }) => $ref))
    }
    expect(schemas.RateLimitedError?.required).to.deep.equal(['code', 'message', 'retry_after', 'global'])
  })

  it('has the codes of each field of an operation', () => {
    const problems = schemas.RegisterInvalidFormBodyError?.properties?.errors?.items?.anyOf ?? []
    const codes = Object.fromEntries(
      problems.map(({ properties }) => [properties?.path?.const, properties?.code?.enum]),
    )
    expect(codes.consent).to.deep.equal([
      'INVALID_BOOLEAN',
      'MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY',
      'REQUIRED',
    ])
    expect(codes.email).to.include.members(['EMAIL_ALREADY_IN_USE', 'EMAIL_LENGTH_INVALID'])
  })

  it('shares the responses of errors between operations', () => {
    for (const { responses } of operations()) {
      expect(responses['429']).to.have.property('$ref')
      expect(responses['503']).to.have.property('$ref')
    }
  })

  it('describes every tag, and uses no other', () => {
    const described = document.tags.filter(({ description }) => description !== '').map(({ name }) => name)
    const used = new Set(operations().flatMap((operation) => operation.tags))
    expect(described).to.have.members([...used])
  })
})

// Errors of the guild directory, of administration and between services, which no route returns.
const internalErrors = [
  'CALLER_NOT_ALLOWED',
  'UNKNOWN_USER',
  'UNKNOWN_MEMBER',
  'UNKNOWN_OVERWRITE',
  'UNKNOWN_INVITE',
  'UNKNOWN_MAIL',
  'MAIL_NOT_RETRYABLE',
]

describe('the error catalog', () => {
  it('contains only codes that a route can return', () => {
    const answered = new Set<string>([...commonErrors, ...routes.flatMap((route) => route.errors)])
    const missing = Object.keys(errors).filter(
      (code) => !answered.has(code) && !internalErrors.includes(code),
    )
    expect(missing).to.deep.equal([])
  })
})

describe('the printed route table', () => {
  it('has one line for each route', () => {
    const lines = routesTable(routes).trimEnd().split('\n')
    expect(lines).to.have.length(routes.length + 1)
    expect(lines[1]).to.match(
      /^GET {5}\/auth\/sessions\/current +account +auth:sessions 40\/10 s +UNAUTHORIZED/,
    )
  })
})

function takesNull(schema: Schema | undefined): boolean {
  if (!schema) return false
  if (Object.keys(schema).every((key) => key === 'description')) return true
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.includes('null') || (schema.anyOf ?? []).some(takesNull)
}
