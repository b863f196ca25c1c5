import type { FieldProblem } from '@gatehouse/service-kit/errors/field-problem'
import { hasCode, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isRecord, parseFields } from '@gatehouse/service-kit/fields/field-problems'
import { z } from 'zod'

/** Calls a service to check the fields that could be parsed. Fails with INVALID_FORM_BODY. */
type ValidateRest<S extends z.ZodType> = (
  parsed: Partial<z.output<S>>,
  unparsed: string[],
) => Promise<unknown> | undefined

/** If some fields are invalid, `validateRest` checks the others, so that one error lists all. */
export async function validateBody<S extends z.ZodType>(
  schema: S,
  value: unknown,
  forbiddenKeys: readonly string[],
  validateRest: ValidateRest<S>,
): Promise<z.output<S>> {
  try {
    return parseFields(schema, value, forbiddenKeys)
  } catch (error) {
    if (!hasCode(error, 'INVALID_FORM_BODY') || !isRecord(value) || !(schema instanceof z.ZodObject))
      throw error
    const invalid = new Set(error.fields.map(({ path }) => path.split('.')[0]))
    const { parsed, unparsed } = parseOthers(schema, value, invalid)
    // Each field was parsed by its own part of the schema.
    const more = await collectFieldErrors(validateRest(parsed as Partial<z.output<S>>, unparsed))
    throw new ServiceError('INVALID_FORM_BODY', { fields: [...error.fields, ...more] })
  }
}

function parseOthers(
  { shape }: z.ZodObject,
  value: Record<string, unknown>,
  invalid: Set<string | undefined>,
) {
  const parsed: Record<string, unknown> = {}
  const unparsed: string[] = []
  for (const [name, field] of Object.entries(shape)) {
    // ZodObject types its fields less precisely than they are. A field after a hundred problems can be invalid too.
    const result = invalid.has(name) ? null : (field as z.ZodType).safeParse(value[name])
    if (result?.success) parsed[name] = result.data
    else unparsed.push(name)
  }
  return { parsed, unparsed }
}

/** If the service is unavailable, the response lists only the errors that are already known. */
async function collectFieldErrors(validation: Promise<unknown> | undefined): Promise<FieldProblem[]> {
  try {
    await validation
    return []
  } catch (error) {
    return hasCode(error, 'INVALID_FORM_BODY') ? error.fields : []
  }
}
