import {
  invalidFields,
  rejectionReason,
  ServiceError,
  unavailable,
} from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { ClientError, ResponseBodyError } from 'openid-client'
import type { AuthContext } from '../context.ts'
import { ssoFailed } from '../log-events.ts'
import type { Provider } from './provider.ts'
import { type ProviderProblem, providerErrorOf } from './provider-error.ts'
import type { StoredConfig } from './sso-config-store.ts'
import { unreadStatus } from './with-client.ts'

const temporary: ReadonlySet<ProviderProblem> = new Set([
  'host-not-found',
  'not-reachable',
  'timeout',
  'server-error',
])

/** Logs what fails because of the provider, its settings or what it says about a person; clients get the code alone. */
export async function logFailure<T>(call: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof ServiceError ? reasonOfFailure(error) : undefined
    if (reason !== undefined) ssoFailed(call, reason)
    throw error
  }
}

/** Undefined for what is wrong with the request alone. */
function reasonOfFailure(error: ServiceError): string | undefined {
  const failure = providerErrorOf(error.cause)
  if (failure) return failure.message
  return typeof error.cause === 'string' ? rejectionReason(error) : undefined
}

export async function openProvider(
  { sso }: Pick<AuthContext, 'sso'>,
  config: StoredConfig,
): Promise<Provider> {
  try {
    return await sso.providers.of(config)
  } catch (error) {
    throw providerFailure(error) ?? error
  }
}

/** The error for clients if the provider could not be used; null for other errors. */
export function providerFailure(error: unknown): ServiceError | null {
  const failure = providerErrorOf(error)
  if (!failure) return null
  return temporary.has(failure.problem) ? unavailable(failure) : misconfigured(failure.message)
}

export function tokenFailure(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const failure = providerFailure(error)
  if (failure) return failure
  const reason = reasonOf(error)
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return invalidFields({ code: 'INVALID_SSO_AUTHORIZATION_CODE' }, reason)
  if (error instanceof ResponseBodyError || (unreadStatus(error) ?? 200) >= 300) return misconfigured(reason)
  return invalidFields({ id_token: 'INVALID_SSO_TOKEN' }, reason)
}

export function userinfoFailure(error: unknown): ServiceError {
  const failure = providerFailure(error)
  if (failure) return failure
  const isUnreadable = error instanceof ClientError && error.code === 'OAUTH_PARSE_ERROR'
  const code = isUnreadable ? 'FAILED_TO_PARSE_SSO_USER_INFO' : 'FAILED_TO_FETCH_SSO_USER_INFO'
  return invalidFields({ access_token: code }, reasonOf(error))
}

function misconfigured(why: string): ServiceError {
  return invalidFields({ sso: 'SSO_MISCONFIGURED' }, why)
}

/** Such as `AADSTS7000215: Invalid client secret provided`. The text behind it can be about a person. */
const leadingCode = /^[A-Z]{2,12}-?\d{2,9}\b/
const maxCodeLength = 60

/** Code of an error of a provider (RFC 6749, sections 4.1.2.1 and 5.2), with that of its own from the description. */
export function providerCode(error: string, description: string | undefined): string {
  const code = error.replace(/[^\w.-]/g, '').slice(0, maxCodeLength)
  const [own] = leadingCode.exec(description ?? '') ?? []
  return [code, own].filter(Boolean).join(' ')
}

/** Names the property or claim, without values, which can be those of a person. */
function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError) {
    const code = providerCode(error.error, error.error_description)
    return `the token endpoint rejected the request with status ${error.status}: ${code}`
  }
  if (error instanceof ClientError)
    return [error.code, detailOf(error.cause) ?? error.message].filter(Boolean).join(': ')
  return error instanceof Error ? error.message : 'unknown error'
}

const maxTypeLength = 50

function detailOf(cause: unknown): string | null {
  if (cause instanceof Response) {
    const type = cause.headers.get('content-type')?.slice(0, maxTypeLength) || 'none'
    return `the response has status ${cause.status} and the type ${type}`
  }
  // Its messages have names alone. Those of its own causes can have values.
  return cause instanceof Error && cause.name === 'OperationProcessingError' ? cause.message : null
}
