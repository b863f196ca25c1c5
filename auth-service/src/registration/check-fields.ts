import type { CheckRegistrationRequest, CheckRegistrationResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import { validClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { assertListLength } from '@gatehouse/service-kit/fields/list-length'
import { inMessage, rejectFields } from '../accounts/reject-fields.ts'
import type { AuthContext } from '../context.ts'
import { formProblems, readRegistration } from './registration.ts'

const maxUnparsed = 100

export function checkFields(
  ctx: Pick<AuthContext, 'clock' | 'countryOf' | 'productName'>,
  { registration, unparsed }: CheckRegistrationRequest,
): CheckRegistrationResponse {
  assertListLength('unparsed', unparsed, maxUnparsed)
  if (!registration) throw invalidFields({ registration: 'REQUIRED' })
  const request = { ...registration, client: validClient(registration.client, 'registration.client') }
  const problems = formProblems(ctx, request, readRegistration(ctx, request))
  const parsed = Object.entries(problems).filter(([path]) => !unparsed.includes(path))
  rejectFields(inMessage('registration', Object.fromEntries(parsed)))
  return {}
}
