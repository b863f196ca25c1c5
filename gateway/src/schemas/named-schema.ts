import { z } from 'zod'

const schemas = new Map<string, z.ZodType>()
const examples = new Map<z.ZodType, Examples>()

/** Values by name. */
export type Examples = Readonly<Record<string, unknown>>

/** Names a schema for OpenAPI. Clients generate types from these names, so they are permanent. */
export function namedSchema<S extends z.ZodType>(
  name: string,
  description: string,
  schema: S,
  itsExamples: Readonly<Record<string, z.input<S>>> = {},
): S {
  const named = schema.meta({ ...schema.meta(), id: name, description })
  schemas.set(name, named)
  examples.set(named, itsExamples)
  return named
}

export function namedSchemas(): ReadonlyMap<string, z.ZodType> {
  return schemas
}

/** The examples of a named schema, of a list of it or of a union. */
export function examplesOf(schema: z.ZodType): Examples {
  const own = examples.get(schema) ?? {}
  if (Object.keys(own).length > 0) return own
  if (schema instanceof z.ZodArray)
    return Object.fromEntries(
      Object.entries(examplesOf(schema.element as z.ZodType)).map(([name, value]) => [name, [value]]),
    )
  if (schema instanceof z.ZodUnion)
    return Object.assign({}, ...schema.options.map((each) => examplesOf(each as z.ZodType)))
  return {}
}

/** RFC 3339 in UTC with milliseconds. */
export const time = z.string().meta({ format: 'date-time', examples: ['2030-01-01T00:00:00.000Z'] })
