import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'

/** The problem with each field of a request, by path; null for a valid field. */
export type FieldProblems = Record<string, CodeWithBounds | null>

type CodeWithBounds = FieldCode | [FieldCode, Record<string, number>]

const bounds: Partial<Record<FieldCode, Record<string, number>>> = {
  EMAIL_LENGTH_INVALID: fieldBounds.email,
  PASSWORD_LENGTH_INVALID: fieldBounds.password,
  USERNAME_LENGTH_INVALID: fieldBounds.username,
}

export function rejectFields(problems: FieldProblems): void {
  const error = fieldsError(problems)
  if (error) throw error
}

/** The problems of the fields of a nested message, with their paths in the request. */
export function inMessage(message: string, problems: FieldProblems): FieldProblems {
  return Object.fromEntries(
    Object.entries(problems).map(([path, problem]) => [`${message}.${path}`, problem]),
  )
}

export function fieldsError(problems: FieldProblems): ServiceError | null {
  const wrong: Parameters<typeof invalidFields>[0] = {}
  for (const [path, problem] of Object.entries(problems)) {
    if (problem !== null)
      wrong[path] = typeof problem === 'string' ? [problem, bounds[problem] ?? {}] : problem
  }
  return Object.keys(wrong).length > 0 ? invalidFields(wrong) : null
}
