import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { providerCode } from './provider-failure.ts'

/** RFC 6749, section 4.1.2.1. Others, such as `login_required`, can succeed with another sign-in. */
const codes: ReadonlyMap<string, FieldCode> = new Map([
  ['access_denied', 'SSO_ACCESS_DENIED'],
  ['server_error', 'SSO_PROVIDER_UNAVAILABLE'],
  ['temporarily_unavailable', 'SSO_PROVIDER_UNAVAILABLE'],
  ['invalid_request', 'SSO_MISCONFIGURED'],
  ['invalid_client', 'SSO_MISCONFIGURED'],
  ['invalid_scope', 'SSO_MISCONFIGURED'],
  ['unauthorized_client', 'SSO_MISCONFIGURED'],
  ['unsupported_response_type', 'SSO_MISCONFIGURED'],
])

/** What Entra ID says, with different codes, of people who are not assigned to the application, or not in its directory. */
const notAssigned = /^AADSTS(50105|50020|90072)\b/

/** What follows from the error that the provider added to the redirect URI. */
export function callbackFailure(error: string, description: string | undefined): ServiceError {
  const isDenied = notAssigned.test(description ?? '')
  const code = isDenied ? 'SSO_ACCESS_DENIED' : (codes.get(error) ?? 'INVALID_SSO_AUTHORIZATION_CODE')
  return invalidFields({ error: code }, `the callback has an error: ${providerCode(error, description)}`)
}
