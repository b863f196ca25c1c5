export type JsonSchema = {
  $ref?: string
  type?: JsonType | JsonType[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  [other: string]: unknown
}

const everyType = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const
export type JsonType = (typeof everyType)[number]

export type Field = { path: string[]; types: Set<JsonType> }

export function schemaReader(components: Record<string, JsonSchema>) {
  const resolved = (schema: JsonSchema): JsonSchema => {
    if (schema.allOf) return merged(schema.allOf.map(resolved))
    if (schema.$ref === undefined) return schema
    const target = components[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]
    if (!target) throw new Error(`${schema.$ref} is nowhere.`)
    const { $ref: _, ...beside } = schema
    return { ...resolved(target), ...beside }
  }
  const alternatives = (schema: JsonSchema): JsonSchema[] => {
    const { anyOf, ...rest } = resolved(schema)
    return anyOf ? anyOf.flatMap(alternatives) : [rest]
  }

  const typesOf = (schema: JsonSchema): Set<JsonType> =>
    new Set(
      alternatives(schema).flatMap(
        ({ type, enum: values, const: only }) =>
          type ?? (values || only !== undefined ? kindsOf(values ?? [only]) : everyType),
      ),
    )

  const sampleOf = (schema: JsonSchema): unknown => {
    const options = alternatives(schema)
    // No image: no sample has its signature.
    const one =
      options.find(({ type, pattern }) => type !== 'null' && !pattern?.includes('data:')) ?? options.at(-1)
    if (!one) throw new Error('A schema that takes nothing.')
    const { type, properties = {}, items = {}, enum: values, const: only } = one
    if (values) return values[0]
    if (only !== undefined) return only
    switch (Array.isArray(type) ? type[0] : type) {
      case 'object':
        return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, sampleOf(field)]))
      case 'array':
        return [sampleOf(items)]
      case 'string':
        return textOf(one)
      case 'integer':
      case 'number':
        return one.minimum ?? 1
      case 'boolean':
        return true
      default:
        return null
    }
  }

  const fieldsOf = (schema: JsonSchema, above: string[] = []): Field[] =>
    alternatives(schema).flatMap(({ properties = {}, items }) => {
      const within = [...Object.entries(properties), ...(items ? [['0', items] as const] : [])]
      return within.flatMap(([name, field]) => {
        const path = [...above, name]
        return [{ path, types: typesOf(field) }, ...fieldsOf(field, path)]
      })
    })

  /** Without references in it and in its properties. */
  const expanded = (schema: JsonSchema): JsonSchema => {
    const { properties = {}, ...rest } = resolved(schema)
    const fields = Object.entries(properties).map(([name, field]) => [name, resolved(field)])
    return { ...rest, properties: Object.fromEntries(fields) }
  }

  return { typesOf, sampleOf, fieldsOf, expanded }
}

/** Of schemas of objects. */
function merged(parts: JsonSchema[]): JsonSchema {
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  return { type: 'object', properties, required: parts.flatMap(({ required = [] }) => required) }
}

function kindsOf(values: unknown[]): JsonType[] {
  return values.map((value) =>
    value === null ? 'null' : Array.isArray(value) ? 'array' : (typeof value as JsonType),
  )
}

const samples: Record<string, string> = {
  date: '1990-01-01',
  'date-time': '2030-01-01T00:00:00.000Z',
  email: 'somebody@gatehouse.test',
  password: 'violet-anchor-17',
}

function textOf({ format = '', pattern, minLength = 1, examples }: JsonSchema): string {
  const known = samples[format] ?? (Array.isArray(examples) ? examples[0] : undefined)
  if (typeof known === 'string') return known
  const text = 'sample'.padEnd(minLength, 'x')
  return pattern === undefined || new RegExp(pattern).test(text) ? text : '1'
}
