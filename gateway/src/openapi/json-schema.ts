import { z } from 'zod'

export type Json = Record<string, unknown>

export function refTo(
  kind: 'schemas' | 'responses' | 'headers' | 'parameters' | 'examples',
  name: string,
): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

/** A reference for a named schema. */
export function schemaOf(schema: z.ZodType): Json {
  const name = schema.meta()?.id
  return name === undefined ? withComponentRefs(jsonSchemaOf(schema)) : refTo('schemas', name)
}

export function componentOf(name: string, schema: z.ZodType): Json {
  // zod renders a named schema as a reference to its definition.
  return withComponentRefs(jsonSchemaOf(schema).$defs?.[name] ?? {})
}

function jsonSchemaOf(schema: z.ZodType) {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: correctSchema })
}

function correctSchema({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  // zod omits the default of a schema with a preprocessor.
  const { def } = zodSchema._zod
  if (def.type === 'default') jsonSchema.default = def.defaultValue
  replaceDocumented(zodSchema, jsonSchema)
}

function replaceDocumented(zodSchema: z.core.$ZodTypes, jsonSchema: Json): void {
  const meta = z.globalRegistry.get(zodSchema)
  if (!meta?.documentedAs) return
  const { id, description } = meta
  // A named schema is rendered as a reference where it has another description.
  const { $ref } = jsonSchema
  const documented = $ref ? { $ref, description } : { id, description, ...meta.documentedAs }
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  Object.assign(jsonSchema, JSON.parse(JSON.stringify(documented)))
}

function withComponentRefs({ $schema: _, $defs: __, id: ___, ...own }: z.core.JSONSchema.BaseSchema): Json {
  return JSON.parse(JSON.stringify(own).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
