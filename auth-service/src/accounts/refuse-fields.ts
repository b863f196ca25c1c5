import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { passwordLength } from '../passwords/password-policy.ts'
import { minimumAge } from '../registration/date-of-birth.ts'
import { globalNameLength } from '../registration/global-name.ts'
import { usernameLength } from '../registration/username.ts'
import { emailLength } from './email-problem.ts'

/** What is wrong with each field of a request, by its path; null where it is right. */
export type FieldProblems = Record<string, FieldCode | null>

/** What the texts of field problems say in their braces. */
const bounds: Partial<Record<FieldCode, Record<string, number>>> = {
  EMAIL_LENGTH_INVALID: emailLength,
  PASSWORD_LENGTH_INVALID: passwordLength,
  USERNAME_LENGTH_INVALID: usernameLength,
  GLOBAL_NAME_LENGTH_INVALID: globalNameLength,
  MUST_BE_MINIMUM_AGE: { min: minimumAge },
}

/** Fails with one INVALID_FORM_BODY that names every field that is wrong, if any is. */
export function refuseFields(problems: FieldProblems): void {
  const wrong: Parameters<typeof invalidFields>[0] = {}
  for (const [path, code] of Object.entries(problems)) {
    if (code !== null) wrong[path] = [code, bounds[code] ?? {}]
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
}
