import type { CheckRegistrationRequest, CheckRegistrationResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import { rejectFields } from '../accounts/reject-fields.ts'
import { type FormContext, formProblems, readRegistration } from './registration.ts'

export function checkFields(
  ctx: FormContext,
  { registration, unparsed }: CheckRegistrationRequest,
): CheckRegistrationResponse {
  if (!registration) return {}
  const problems = formProblems(ctx, registration, readRegistration(registration))
  const read = Object.entries(problems).filter(([path]) => !unparsed.includes(path))
  rejectFields(Object.fromEntries(read))
  return {}
}
