import { z } from 'zod'

const shapes = new Map<string, z.ZodType>()

/** Gives a schema a name for OpenAPI. Clients generate types from these names, so they are permanent. */
export function shape<S extends z.ZodType>(name: string, description: string, schema: S): S {
  const named = schema.meta({ ...schema.meta(), id: name, description })
  shapes.set(name, named)
  return named
}

export function namedShapes(): ReadonlyMap<string, z.ZodType> {
  return shapes
}

/** RFC 3339 in UTC with milliseconds. */
export const time = z.string().meta({ format: 'date-time', examples: ['2030-01-01T00:00:00.000Z'] })
