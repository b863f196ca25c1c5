import { invalidFields, ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { ClientError, ResponseBodyError } from 'openid-client'
import type { AuthContext } from '../context.ts'
import { ssoFailed } from '../log-events.ts'
import type { Provider } from './provider.ts'
import { type ProviderProblem, providerErrorOf } from './provider-error.ts'
import type { StoredConfig } from './sso-config-store.ts'
import { isRejection } from './with-client.ts'

const temporary: ReadonlySet<ProviderProblem> = new Set([
  'host-not-found',
  'not-reachable',
  'timeout',
  'server-error',
])

export async function openProvider(
  { sso }: Pick<AuthContext, 'sso'>,
  config: StoredConfig,
  call: Call,
): Promise<Provider> {
  try {
    return await sso.providers.of(config)
  } catch (error) {
    throw providerFailure(error, call) ?? error
  }
}

/** The error for clients if the provider could not be used; null for other errors. The log has the details. */
export function providerFailure(error: unknown, call: Call): ServiceError | null {
  const failure = providerErrorOf(error)
  if (!failure) return null
  ssoFailed(call, failure.message)
  return temporary.has(failure.problem) ? unavailable(failure) : misconfigured()
}

export function tokenFailure(error: unknown, call: Call): ServiceError {
  if (error instanceof ServiceError) return error
  const failure = providerFailure(error, call)
  if (failure) return failure
  ssoFailed(call, reasonOf(error))
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return invalidFields({ code: 'INVALID_SSO_AUTHORIZATION_CODE' })
  if (error instanceof ResponseBodyError || isRejection(error)) return misconfigured()
  return invalidFields({ id_token: 'INVALID_SSO_TOKEN' })
}

export function userinfoFailure(error: unknown, call: Call): ServiceError {
  const failure = providerFailure(error, call)
  if (failure) return failure
  ssoFailed(call, reasonOf(error))
  const isUnreadable = error instanceof ClientError && error.code === 'OAUTH_PARSE_ERROR'
  return invalidFields({
    access_token: isUnreadable ? 'FAILED_TO_PARSE_SSO_USER_INFO' : 'FAILED_TO_FETCH_SSO_USER_INFO',
  })
}

function misconfigured(): ServiceError {
  return invalidFields({ sso: 'SSO_MISCONFIGURED' })
}

/** Without the cause, which can contain claims of a person. */
function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError) return `the token endpoint rejected the request: ${error.error}`
  return error instanceof Error ? error.message : 'unknown error'
}
