import type { JsonSchema } from '@gatehouse/service-kit/testing/json-schema'
import fc from 'fast-check'

/** Values that fulfil a schema of strings, booleans and objects. Dates are of adults. */
export function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, properties = {}, required = [], anyOf } = schema
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (anyOf) return fc.oneof(...anyOf.map(valuesOf))
  if (type === 'object') {
    const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, valuesOf(field)]),
    )
    return fc.record(fields, { requiredKeys: required })
  }
  if (type === 'boolean') return fc.boolean()
  return type === 'null' ? fc.constant(null) : textsOf(schema)
}

function textsOf({ format, pattern, minLength = 0, maxLength = 256 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date') {
    const range = { min: new Date('1900-01-01'), max: new Date('2005-01-01'), noInvalidDate: true }
    return fc.date(range).map((date) => date.toISOString().slice(0, 10))
  }
  if (pattern === undefined) return fc.string({ minLength, maxLength })
  return fc
    .stringMatching(new RegExp(pattern))
    .filter((text) => text.length >= minLength && text.length <= maxLength)
}
