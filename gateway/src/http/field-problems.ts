import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { isFieldCode } from '@gatehouse/service-kit/errors/known-codes'
import { type FieldProblem, fieldProblem, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { z } from 'zod'

type Bounds = { min?: number; max?: number }

/** What a zod type check says: that the value is missing, or the code its field type carries. */
export function wrongType(code: FieldCode) {
  return (issue: { input?: unknown }) => (issue.input === undefined ? 'REQUIRED' : code)
}

/** A zod check that refuses with a code of ours; the bounds fill the catalogue's text. */
export function refuse<T>(code: FieldCode, isRight: (value: T) => boolean, bounds: Bounds = {}) {
  return z.refine<T>(isRight, { error: code, params: { code, ...bounds } })
}

/**
 * Parses a value of the wire. Throws INVALID_FORM_BODY with all problems at once, each under its dotted path; a forbidden
 * key is one of them, and so is an unknown one where the shape is strict; every other unknown key is ignored.
 */
export function parseFields<S extends z.ZodType>(
  schema: S,
  value: unknown,
  forbiddenKeys: readonly string[] = [],
): z.output<S> {
  const result = schema.safeParse(value)
  const forbidden = forbiddenKeys.filter((key) => isRecord(value) && Object.hasOwn(value, key))
  if (result.success && forbidden.length === 0) return result.data
  const problems = [
    ...(result.error?.issues ?? []).flatMap(problemsOf),
    ...forbidden.map((key) => fieldProblem(key, 'FIELD_NOT_ALLOWED')),
  ]
  throw new ServiceError('INVALID_FORM_BODY', { fields: distinct(problems) })
}

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => fieldProblem(dotted([...issue.path, key]), 'FIELD_NOT_ALLOWED'))
  const params = issue.code === 'custom' ? issue.params : undefined
  const code = isFieldCode(issue.message) ? issue.message : 'INVALID_FORMAT'
  return [fieldProblem(dotted(issue.path), code, params)]
}

function dotted(path: PropertyKey[]): string {
  return path.length === 0 ? 'root' : path.map(String).join('.')
}

function distinct(problems: FieldProblem[]): FieldProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.path} ${problem.code}`, problem])).values()]
}

/** Whether a value of JSON is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
