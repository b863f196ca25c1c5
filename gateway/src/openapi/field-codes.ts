import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { isFieldCode } from '@gatehouse/service-kit/errors/known-codes'
import type { z } from 'zod'

/** Field codes by path. An index of a list is `*`, any other key of an object `**`. */
export type FieldCodes = Map<string, Set<FieldCode>>

/** The codes that a schema can report, read from its checks. */
export function fieldCodesOf(schema: z.ZodType): FieldCodes {
  const codes: FieldCodes = new Map()
  collect(schema, { path: [], isRequired: false }, codes)
  return codes
}

type Place = { path: readonly string[]; isRequired: boolean }

type Def = {
  type: string
  error?: (issue: { input?: unknown }) => unknown
  path?: PropertyKey[]
  checks?: { _zod: { def: Def } }[]
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
}

function collect(schema: z.ZodType, place: Place, codes: FieldCodes): void {
  const { path, isRequired } = place
  // Each type of schema has some of these properties, which the general type of zod does not have.
  const def = schema._zod.def as unknown as Def
  const add = (at: readonly PropertyKey[], code: unknown) => {
    const name = at.length === 0 ? 'root' : at.map(String).join('.')
    if (typeof code === 'string' && isFieldCode(code))
      codes.set(name, (codes.get(name) ?? new Set()).add(code))
  }
  for (const { error, path: below = [] } of [def, ...(def.checks ?? []).map(({ _zod }) => _zod.def)]) {
    if (isRequired) add([...path, ...below], error?.({}))
    add([...path, ...below], error?.({ input: Symbol() }))
  }
  if (def.shape) add(path, 'INVALID_FORMAT')
  if (def.catchall) add([...path, '**'], 'FIELD_NOT_ALLOWED')
  for (const [name, field] of Object.entries(def.shape ?? {}))
    collect(field, { path: [...path, name], isRequired: !field.safeParse(undefined).success }, codes)
  if (def.element) collect(def.element, { path: [...path, '*'], isRequired: false }, codes)
  for (const part of [def.innerType, def.in, def.out]) {
    if (part) collect(part, place, codes)
  }
}
