import type { Examples } from '../schemas/named-schema.ts'
import type { Json } from './json-schema.ts'

/** As a media type of OpenAPI has them. */
export function namedExamples(examples: Examples, render = (value: unknown) => value): Json {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value: render(value) }]))
}
