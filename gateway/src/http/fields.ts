import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { z } from 'zod'
import { refuse, wrongType } from './field-problems.ts'
import { codePoints, normaliseText } from './text.ts'

type Bounds = { min: number; max: number }

/** Text people read: normalised, then measured in code points. */
export function text({ min, max, code = 'STRING_LENGTH_INVALID' }: Bounds & { code?: FieldCode }) {
  return z
    .string({ error: wrongType('INVALID_FORMAT') })
    .overwrite(normaliseText)
    .check(within({ min, max }, code))
    .meta({ minLength: min, maxLength: max })
}

/** A password, token, code or ticket: taken exactly as sent (contract.md 7 row 13). */
export function secretText({ min, max, code = 'STRING_LENGTH_INVALID' }: Bounds & { code?: FieldCode }) {
  return z
    .string({ error: wrongType('INVALID_FORMAT') })
    .check(exactlyTransmissible, within({ min, max }, code))
    .meta({ minLength: min, maxLength: max })
}

/**
 * Refuses what does not reach a service as it was sent: UTF-8 has no lone surrogates, and all of them would arrive as the
 * same character, which makes different passwords equal. Guarded by "refuse a secret that UTF-8 cannot hold".
 */
export const exactlyTransmissible = refuse<string>('INVALID_FORMAT', (value) => value.isWellFormed())

/**
 * The bounds of a value whose rules a service owns. The gateway refuses only what is empty or absurd, so that the service,
 * which knows all its rules, can name all problems at once; documentation and refusals tell the service's bounds.
 */
export function ownedByService(bounds: Bounds, code: FieldCode) {
  const isSane = (value: string) => value.length > 0 && value.length <= absurd
  return refuse(code, isSane, bounds)
}

const absurd = 4096

/** A field that takes null, and for which an empty text means null (contract.md 7 row 25). */
export function nullable<S extends z.ZodType>(field: S) {
  return z.preprocess((value) => (value === '' ? null : value), field.nullable())
}

export const boolean = z.boolean({ error: wrongType('INVALID_BOOLEAN') })

/** A list of `min` to `max` items. */
export function listOf<S extends z.ZodType>(item: S, { min, max }: Bounds) {
  return z
    .array(item, { error: wrongType('INVALID_FORMAT') })
    .check(
      z.refine<unknown[]>((items) => items.length >= min && items.length <= max, {
        error: 'ARRAY_LENGTH_INVALID',
        params: { min, max },
        // A wrong item does not hide that there are too many.
        when: ({ value }) => Array.isArray(value),
      }),
    )
    .meta({ maxItems: max })
}

/** A whole number. */
export function integer({ min, max }: Bounds) {
  return z
    .int({ error: wrongType('INVALID_INTEGER_FORMAT') })
    .check(refuse('NUMBER_OUT_OF_RANGE', (value: number) => value >= min && value <= max, { min, max }))
    .meta({ minimum: min, maximum: max })
}

/** A point in time, RFC 3339 with its offset. */
export const instant = z.iso
  .datetime({ offset: true, error: wrongType('INVALID_TIME_FORMAT') })
  .transform((value) => new Date(value))
  .meta({ type: 'string', format: 'date-time', examples: ['2030-01-01T00:00:00.000Z'] })

/** A 64-bit id: text, or an integer that JSON carries exactly (contract.md 1, "Ids"). */
export const snowflake = z.preprocess(
  (value) => (Number.isSafeInteger(value) ? String(value) : value),
  z
    .string({ error: wrongType('INVALID_SNOWFLAKE_FORMAT') })
    .regex(/^(0|[1-9]\d*)$/, { error: 'INVALID_SNOWFLAKE_FORMAT', abort: true })
    .check(refuse('SNOWFLAKE_OUT_OF_RANGE', isSnowflake)),
)

/** A whole number in a query string. */
export function queryInteger({ min, max }: Bounds) {
  return z
    .string({ error: wrongType('INVALID_INTEGER_FORMAT') })
    .regex(/^-?\d{1,15}$/, { error: 'INVALID_INTEGER_FORMAT', abort: true })
    .transform(Number)
    .check(refuse('NUMBER_OUT_OF_RANGE', (value: number) => value >= min && value <= max, { min, max }))
    .meta({ type: 'integer', minimum: min, maximum: max })
}

/** `true` or `false` in a query string, nothing else (contract.md 8 row 30). */
export const queryFlag = z
  .enum(['true', 'false'], { error: () => 'INVALID_BOOLEAN' })
  .transform((value) => value === 'true')
  .meta({ type: 'boolean' })

function within({ min, max }: Bounds, code: FieldCode) {
  return refuse(
    code,
    (value: string) => {
      const length = codePoints(value)
      return length >= min && length <= max
    },
    { min, max },
  )
}
