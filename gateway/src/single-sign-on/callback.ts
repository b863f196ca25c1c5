import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { FieldErrors } from '../http/route.ts'

type CallbackBody = {
  code?: string | undefined
  state: string
  iss?: string | null | undefined
  error?: string | null | undefined
  error_description?: string | null | undefined
}

/** The parameters that the provider added to the redirect URI, for auth-service. */
export function callbackOf({ code, state, iss, error, error_description }: CallbackBody) {
  if (code === undefined && !error) throw invalidFields({ code: 'REQUIRED' })
  return {
    code: code ?? '',
    state,
    iss: iss ?? undefined,
    error: error ?? undefined,
    errorDescription: error_description ?? undefined,
  }
}

/** What can be wrong with them, and with what the provider sends for the code. */
export const callbackFieldErrors = {
  state: ['INVALID_OR_EXPIRED_SSO_STATE'],
  code: ['REQUIRED', 'INVALID_SSO_AUTHORIZATION_CODE'],
  error: [
    'SSO_ACCESS_DENIED',
    'SSO_PROVIDER_UNAVAILABLE',
    'SSO_MISCONFIGURED',
    'INVALID_SSO_AUTHORIZATION_CODE',
  ],
  iss: ['INVALID_SSO_ISSUER'],
  id_token: ['INVALID_SSO_TOKEN'],
  access_token: ['FAILED_TO_FETCH_SSO_USER_INFO', 'FAILED_TO_PARSE_SSO_USER_INFO'],
  email: [
    'SSO_PROVIDER_DID_NOT_RETURN_EMAIL',
    'EMAIL_DOMAIN_NOT_ALLOWED_FOR_SSO',
    'EMAIL_NOT_VERIFIED_BY_SSO_PROVIDER',
  ],
  sso: ['SSO_MISCONFIGURED'],
} as const satisfies FieldErrors
