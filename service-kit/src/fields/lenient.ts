import { z } from 'zod'
import { parseTime } from '../time/parse-time.ts'
import { isRecord, rejectUnless, wrongType } from './field-problems.ts'
import { documentedAs, integer, lengthMeta, listOf, readFlag } from './fields.ts'
import { codePoints } from './text.ts'
import { isWebUrl } from './web-url.ts'

type Bounds = { min: number; max: number }

/** Null, empty text, an empty object and an empty list: serializers write each of them for nothing. */
export function isAbsent(value: unknown): boolean {
  if (value === null || value === '') return true
  // The keys of a list are texts.
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** A field that can be left out. One that is absent in another way is null, which clears it in an edit. `read` returns null to drop a value. */
export function lenient<S extends z.ZodType>(field: S, read: (value: unknown) => unknown = (value) => value) {
  return z.preprocess((value) => (isAbsent(value) ? null : read(value)), field.nullable()).optional()
}

/** Text for display as it is, measured in code points; a number or boolean is one too. */
export function lenientText(max: number) {
  return lenient(shownText(max), (value) =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
  )
}

/** A URL; what is none is dropped, since a message without a link is better than none. */
export function lenientUrl(max: number) {
  const field = shownText(max).meta({ format: 'uri', examples: ['https://example.com/a'] })
  return lenient(field, (value) =>
    typeof value === 'string' && isWebUrl(value.trim()) ? value.trim() : null,
  )
}

/** A colour: a number, decimal text, or hex with `#`, with `0x`, or of six digits with a letter or a leading zero; others are dropped. */
export const lenientColor = lenient(integer({ min: 0, max: 0xffffff }), (value) => {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null
  if (typeof value !== 'string') return null
  const text = value.trim().toLowerCase()
  if (/^\d{1,15}$/.test(text) && !/^0\d{5}$/.test(text)) return Number(text)
  const [, short] = /^#([0-9a-f]{3})$/.exec(text) ?? []
  const [, long] = /^(?:#|0x)?([0-9a-f]{6})$/.exec(text) ?? []
  const digits = short?.replace(/./g, '$&$&') ?? long
  return digits === undefined ? null : Number.parseInt(digits, 16)
})

/** A time in any form that `parseTime` reads; others are dropped. */
export const lenientInstant = lenient(
  z
    .number()
    .transform((milliseconds) => new Date(milliseconds))
    .meta(documentedAs({ type: 'string', format: 'date-time', examples: ['2030-01-01T00:00:00.000Z'] })),
  (value) => (typeof value === 'string' ? (parseTime(value) ?? null) : null),
)

/** True, false, 1 or 0, also as text in any case; others are dropped. */
export const lenientBoolean = lenient(z.boolean(), (value) => readFlag(String(value)) ?? null)

/** A list whose absent items are skipped. Errors have the index of the sender, and the length counts all of them. */
export function lenientList<S extends z.ZodType>(item: S, bounds: Bounds) {
  return lenient(listOf(lenient(item), bounds).transform((items) => items.filter((each) => each != null)))
}

/** An object; `textKey` is the key of a text that stands for it. */
export function lenientObject<S extends z.core.$ZodShape>(shape: S, textKey?: keyof S & string) {
  const object = z.object(shape, { error: wrongType('INVALID_FORMAT') })
  return lenient(object, (value) =>
    textKey !== undefined && !isRecord(value) && typeof value === 'string' ? { [textKey]: value } : value,
  )
}

function shownText(max: number) {
  return z
    .string({ error: wrongType('INVALID_FORMAT') })
    .check(
      rejectUnless('STRING_LENGTH_INVALID', (value: string) => codePoints(value) <= max, { min: 0, max }),
    )
    .meta(lengthMeta({ min: 0, max }))
}
