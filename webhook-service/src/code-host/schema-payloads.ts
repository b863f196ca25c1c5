import { createRequire } from 'node:module'
import type { Payload } from './payload.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Operation = {
  post: { operationId: string; requestBody: { content: { 'application/json': { schema: Schema } } } }
}
type Document = { webhooks: Record<string, Operation>; components: { schemas: Record<string, Schema> } }

// Required, not imported: the compiler would type five megabytes of JSON. By whole names: unused-code checks read them.
const require = createRequire(import.meta.url)

const documents: Record<Host, () => Document> = {
  'api.github.com': () => require('@octokit/openapi-webhooks/generated/api.github.com.json'),
  'ghes-3.19': () => require('@octokit/openapi-webhooks/generated/ghes-3.19.json'),
}

/** The host everybody knows, and a server people run themselves. */
type Host = 'api.github.com' | 'ghes-3.19'

/**
 * `full` has every part that may be there, `bare` only what must be, and null wherever that is allowed; `peopleless` is full, but each
 * person that may be null is.
 */
type Fullness = 'full' | 'bare' | 'peopleless'

/** A payload of every operation in the published schemas of this host, with ids as large as they are today. */
export function schemaPayloads(host: Host, fullness: Fullness): { event: string; payload: Payload }[] {
  const document = documents[host]()
  return Object.values(document.webhooks).map(({ post }) => ({
    event: (post.operationId.split('/')[0] ?? '').replaceAll('-', '_'),
    payload: sample(document, fullness)(post.requestBody.content['application/json'].schema) as Payload,
  }))
}

/** Where schemas contain themselves, and past what any event needs, objects end. */
const deepest = 7

function sample(document: Document, fullness: Fullness) {
  return valueFor

  function valueFor(schema: Schema, name = '', depth = 0): unknown {
    if (schema.$ref) return valueFor(referenced(schema.$ref), name, depth)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => valueFor(part, name, depth)))
    const alternatives = schema.oneOf ?? schema.anyOf
    if (alternatives) return valueFor(chosen(alternatives), name, depth)
    if (schema.enum) return fullness === 'bare' ? schema.enum.at(-1) : schema.enum[0]
    return ofType(chosenType(schema), schema, name, depth)
  }

  function referenced(reference: string): Schema {
    return document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {}
  }

  function chosen(alternatives: Schema[]): Schema {
    const none = alternatives.find(({ type }) => type === 'null')
    const some = alternatives.filter((alternative) => alternative !== none)
    return (none && some.some(isLeftOut) && none) || some[0] || {}
  }

  /** Of what may be null. */
  function isLeftOut({ $ref, properties = {} }: Schema): boolean {
    if (fullness !== 'peopleless') return fullness === 'bare'
    return $ref ? isLeftOut(referenced($ref)) : 'login' in properties
  }

  function chosenType(schema: Schema): string {
    const types = [schema.type ?? (schema.properties ? 'object' : 'string')].flat()
    if (types.includes('null') && isLeftOut(schema)) return 'null'
    return types.find((each) => each !== 'null') ?? 'null'
  }

  function ofType(type: string, schema: Schema, name: string, depth: number): unknown {
    if (type === 'object') return objectOf(schema, depth)
    if (type === 'array') return fullness === 'bare' ? [] : [valueFor(schema.items ?? {}, name, depth + 1)]
    if (type === 'integer' || type === 'number') return name.endsWith('id') ? 4_503_599_627_370_497 : 3
    if (type === 'boolean') return fullness !== 'bare'
    return type === 'null' ? null : textOf(schema, name)
  }

  function objectOf({ properties = {}, required = [] }: Schema, depth: number): Payload {
    const names = fullness !== 'bare' && depth < deepest ? Object.keys(properties) : required
    return Object.fromEntries(
      (depth > deepest + 2 ? [] : names).map((name) => [
        name,
        valueFor(properties[name] ?? {}, name, depth + 1),
      ]),
    )
  }
}

function textOf({ format }: Schema, name: string): string {
  if (format === 'uri' || name.endsWith('url')) return `https://gatehouse.test/${name}`
  return format === 'date-time' || name.endsWith('_at') ? '2026-01-31T12:00:00Z' : name || 'text'
}
