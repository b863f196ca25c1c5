import { z } from 'zod'

const schemas = new Map<string, z.ZodType>()

/** Names a schema for OpenAPI. Clients generate types from these names, so they are permanent. */
export function namedSchema<S extends z.ZodType>(name: string, description: string, schema: S): S {
  const named = schema.meta({ ...schema.meta(), id: name, description })
  schemas.set(name, named)
  return named
}

export function namedSchemas(): ReadonlyMap<string, z.ZodType> {
  return schemas
}

/** RFC 3339 in UTC with milliseconds. */
export const time = z.string().meta({ format: 'date-time', examples: ['2030-01-01T00:00:00.000Z'] })
