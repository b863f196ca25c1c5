import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { z } from 'zod'
import { type FieldProblem, maxProblems } from '../errors/field-problem.ts'
import { isFieldCode } from '../errors/known-codes.ts'
import { fieldProblem, ServiceError } from '../errors/service-error.ts'

type Bounds = { min?: number | string; max?: number | string }

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
  const issues = result.error?.issues ?? []
  throw new ServiceError('INVALID_FORM_BODY', { fields: problemsOf(issues, forbidden) })
}

/** A few of them, each once: a body can have a hundred thousand. */
function problemsOf(issues: z.core.$ZodIssue[], forbidden: string[]): FieldProblem[] {
  const problems = new Map<string, FieldProblem>()
  for (const problem of eachProblem(issues, forbidden)) {
    problems.set(`${problem.path} ${problem.code}`, problem)
    if (problems.size === maxProblems) break
  }
  return [...problems.values()]
}

function* eachProblem(issues: z.core.$ZodIssue[], forbidden: string[]): Generator<FieldProblem> {
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) yield fieldProblem(dotted([...issue.path, key]), 'FIELD_NOT_ALLOWED')
      continue
    }
    const params = issue.code === 'custom' ? issue.params : undefined
    const code = isFieldCode(issue.message) ? issue.message : 'INVALID_FORMAT'
    yield fieldProblem(dotted(issue.path), code, params)
  }
  for (const key of forbidden) yield fieldProblem(key, 'FIELD_NOT_ALLOWED')
}

function dotted(path: PropertyKey[]): string {
  return path.length === 0 ? 'root' : path.map(String).join('.')
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
