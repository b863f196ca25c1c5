import { z } from 'zod'

const shapes = new Map<string, z.ZodType>()

/** Gives a schema the name under which OpenAPI lists it; the names of the interface are binding (contract.md 9, "OpenAPI"). */
export function shape<S extends z.ZodType>(name: string, description: string, schema: S): S {
  // The interface describes some arrays and unions by their members alone.
  const named = schema.meta({ ...schema.meta(), id: name, description })
  shapes.set(name, named)
  return named
}

/** Every named shape, in the order of definition. */
export function namedShapes(): ReadonlyMap<string, z.ZodType> {
  return shapes
}

/** A point in time on the wire: RFC 3339 UTC with milliseconds. */
export const time = z.string().meta({ format: 'date-time', examples: ['2030-01-01T00:00:00.000Z'] })
