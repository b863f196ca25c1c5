import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { z } from 'zod'
import { isSnowflake } from '../ids/snowflake.ts'
import { rejectUnless, wrongType } from './field-problems.ts'
import { codePoints, maxFieldLength, normalizeText } from './text.ts'

type Bounds = { min: number; max: number }

/** Metadata of a schema whose form in the OpenAPI document differs from the one that zod derives. */
export function documentedAs(schema: z.core.JSONSchema.BaseSchema) {
  return { documentedAs: schema }
}

export function lengthMeta({ min, max }: Bounds): { minLength: number; maxLength: number } {
  return { minLength: min, maxLength: max }
}

/** Text for display: normalized, then measured in code points. */
export function text({ min, max, code = 'STRING_LENGTH_INVALID' }: Bounds & { code?: FieldCode }) {
  return z
    .string({ error: wrongType('INVALID_FORMAT') })
    .overwrite(normalizeText)
    .check(within({ min, max }, code))
    .meta(lengthMeta({ min, max }))
}

/** A password, token, code or ticket: not normalized. */
export function secretText({ min, max, code = 'STRING_LENGTH_INVALID' }: Bounds & { code?: FieldCode }) {
  return z
    .string({ error: wrongType('INVALID_FORMAT') })
    .check(wellFormed, within({ min, max }, code))
    .meta(lengthMeta({ min, max }))
}

/**
 * Rejects lone surrogates: UTF-8 cannot encode them, so all of them would reach a service as the same
 * character and different passwords would be equal. Tested by "reject a secret that UTF-8 cannot encode".
 */
export const wellFormed = rejectUnless<string>('INVALID_FORMAT', (value) => value.isWellFormed())

/**
 * The gateway only rejects empty and extremely long values. A service that stores the value checks the `documented` bounds,
 * which are part of the error; sign-in only compares.
 */
export function validatedByService(documented: Bounds, code: FieldCode) {
  const isPossible = (value: string) => value.length > 0 && value.length <= maxFieldLength
  return rejectUnless(code, isPossible, documented)
}

/** A nullable field. An empty text counts as null. */
export function nullable<S extends z.ZodType>(field: S) {
  return z.preprocess((value) => (value === '' ? null : value), field.nullable())
}

export const boolean = z.boolean({ error: wrongType('INVALID_BOOLEAN') })

/** The length is checked before the items, of which there can be a hundred thousand. */
export function listOf<S extends z.ZodType>(item: S, { min, max }: Bounds) {
  const isWithin = (items: unknown[]) => items.length >= min && items.length <= max
  const lengthCheck = rejectUnless('ARRAY_LENGTH_INVALID', isWithin, { min, max })
  const lengthFirst = (value: unknown, context: z.RefinementCtx) => {
    if (!Array.isArray(value) || isWithin(value)) return value
    const params = { min, max }
    context.issues.push({ code: 'custom', message: 'ARRAY_LENGTH_INVALID', params, input: value })
    return z.NEVER
  }
  const list = z.array(item, { error: wrongType('INVALID_FORMAT') }).check(lengthCheck)
  return z.preprocess(lengthFirst, list).meta({ maxItems: max })
}

export function integer({ min, max }: Bounds) {
  return z
    .int({ error: wrongType('INVALID_INTEGER_FORMAT') })
    .check(rejectUnless('NUMBER_OUT_OF_RANGE', (value: number) => value >= min && value <= max, { min, max }))
    .meta({ minimum: min, maximum: max })
}

export const instant = z.iso
  .datetime({ offset: true, error: wrongType('INVALID_TIME_FORMAT') })
  .transform((value) => new Date(value))
  .meta(documentedAs({ type: 'string', format: 'date-time', examples: ['2030-01-01T00:00:00.000Z'] }))

/** A 64-bit id: text, or an integer that JSON represents exactly. */
export const snowflake = z.preprocess(
  (value) => (Number.isSafeInteger(value) ? String(value) : value),
  z
    .string({ error: wrongType('INVALID_SNOWFLAKE_FORMAT') })
    .regex(/^(0|[1-9]\d*)$/, { error: 'INVALID_SNOWFLAKE_FORMAT', abort: true })
    .check(rejectUnless('SNOWFLAKE_OUT_OF_RANGE', isSnowflake)),
)

export function queryInteger({ min, max }: Bounds) {
  return z
    .string({ error: wrongType('INVALID_INTEGER_FORMAT') })
    .regex(/^-?\d{1,15}$/, { error: 'INVALID_INTEGER_FORMAT', abort: true })
    .transform(Number)
    .check(rejectUnless('NUMBER_OUT_OF_RANGE', (value: number) => value >= min && value <= max, { min, max }))
    .meta(documentedAs({ type: 'integer', minimum: min, maximum: max }))
}

/** True, false, 1 or 0 in any case: widely used clients send `True`. */
export const queryFlag = z
  .string({ error: () => 'INVALID_BOOLEAN' })
  .refine((value) => readFlag(value) !== undefined, { error: 'INVALID_BOOLEAN', abort: true })
  .transform((value) => readFlag(value) === true)
  .meta(documentedAs({ type: 'boolean' }))

export function readFlag(text: string): boolean | undefined {
  const name = text.toLowerCase()
  if (name === 'true' || name === '1') return true
  return name === 'false' || name === '0' ? false : undefined
}

function within({ min, max }: Bounds, code: FieldCode) {
  return rejectUnless(
    code,
    (value: string) => {
      const length = codePoints(value)
      return length >= min && length <= max
    },
    { min, max },
  )
}
