import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { passwordLength } from '../passwords/password-policy.ts'
import { globalNameLength } from '../registration/global-name.ts'
import { usernameLength } from '../registration/username.ts'
import { emailLength } from './email-problem.ts'

/** What is wrong with each field of a request, by its path; null where it is right. */
export type FieldProblems = Record<string, FieldProblem | null>

/** A code, with what its text says in its braces where that is not always the same. */
type FieldProblem = FieldCode | [FieldCode, Record<string, number>]

/** What the texts of other field problems say there. */
const bounds: Partial<Record<FieldCode, Record<string, number>>> = {
  EMAIL_LENGTH_INVALID: emailLength,
  PASSWORD_LENGTH_INVALID: passwordLength,
  USERNAME_LENGTH_INVALID: usernameLength,
  GLOBAL_NAME_LENGTH_INVALID: globalNameLength,
}

/** Fails with one INVALID_FORM_BODY that names every field that is wrong, if any is. */
export function refuseFields(problems: FieldProblems): void {
  const refusal = toServiceError(problems)
  if (refusal) throw refusal
}

/** The same without failing; null when every field is right. */
export function toServiceError(problems: FieldProblems): ServiceError | null {
  const wrong: Parameters<typeof invalidFields>[0] = {}
  for (const [path, problem] of Object.entries(problems)) {
    if (problem !== null)
      wrong[path] = typeof problem === 'string' ? [problem, bounds[problem] ?? {}] : problem
  }
  return Object.keys(wrong).length > 0 ? invalidFields(wrong) : null
}
