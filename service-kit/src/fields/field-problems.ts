import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { z } from 'zod'
import { isFieldCode } from '../errors/known-codes.ts'
import { type FieldProblem, fieldProblem, ServiceError } from '../errors/service-error.ts'

type Bounds = { min?: number; max?: number }

/** The error of a zod type check: REQUIRED for a missing value, else the code of the field type. */
export function wrongType(code: FieldCode) {
  return (issue: { input?: unknown }) => (issue.input === undefined ? 'REQUIRED' : code)
}

/** A zod check with an error code of the catalog; the bounds are parameters of its message. */
export function rejectUnless<T>(code: FieldCode, isValid: (value: T) => boolean, bounds: Bounds = {}) {
  return z.refine<T>(isValid, { error: code, params: { code, ...bounds } })
}

/**
 * Parses a value. Throws INVALID_FORM_BODY with all invalid fields, each with its dotted path, including
 * forbidden keys and the unknown keys of strict objects. Other unknown keys are ignored.
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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
