import { type FieldProblem, hasCode, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { z } from 'zod'
import { isRecord, parseFields } from './field-problems.ts'

/**
 * Parses a body. When some of its fields cannot be read, its judge is asked about the others, so that one refusal names all that is
 * wrong (contract.md 1, "Errors").
 */
export async function parseAndValidate<S extends z.ZodType>(
  schema: S,
  value: unknown,
  forbiddenKeys: readonly string[],
  evaluate: (readable: Partial<z.output<S>>, unread: string[]) => Promise<unknown> | undefined,
): Promise<z.output<S>> {
  try {
    return parseFields(schema, value, forbiddenKeys)
  } catch (refusal) {
    if (!hasCode(refusal, 'INVALID_FORM_BODY') || !isRecord(value) || !(schema instanceof z.ZodObject))
      throw refusal
    const { readable, unread } = readEach(schema, value)
    // Each field was read by its own part of the schema.
    const more = await problemsOf(evaluate(readable as Partial<z.output<S>>, unread))
    throw new ServiceError('INVALID_FORM_BODY', { fields: [...refusal.fields, ...more] })
  }
}

function readEach({ shape }: z.ZodObject, value: Record<string, unknown>) {
  const readable: Record<string, unknown> = {}
  const unread: string[] = []
  for (const [name, field] of Object.entries(shape)) {
    // Every field of our shapes is a schema; ZodObject's own type says so less precisely.
    const result = (field as z.ZodType).safeParse(value[name])
    if (result.success) readable[name] = result.data
    else unread.push(name)
  }
  return { readable, unread }
}

/** A service that cannot be asked adds nothing: what is known to be wrong is refused all the same. */
async function problemsOf(evaluated: Promise<unknown> | undefined): Promise<FieldProblem[]> {
  try {
    await evaluated
    return []
  } catch (error) {
    return hasCode(error, 'INVALID_FORM_BODY') ? error.fields : []
  }
}
