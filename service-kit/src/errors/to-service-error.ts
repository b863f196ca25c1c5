import { hasCode, ServiceError, unavailable } from './service-error.ts'
import { isStoreDenied, isStoreUnavailable } from './store-unavailable.ts'

/**
 * Any error as a ServiceError. An upstream or a store that is unavailable, or denies this process a call or a command, is
 * SERVICE_UNAVAILABLE; an unexpected error INTERNAL_SERVER_ERROR.
 */
export function toServiceError(error: unknown): ServiceError {
  // An upstream that does not allow this process as a caller is an error of the deployment, not of the client.
  if (hasCode(error, 'CALLER_NOT_ALLOWED')) return unavailable(error)
  if (error instanceof ServiceError) return error
  if (isStoreUnavailable(error) || isStoreDenied(error)) return unavailable(error)
  return new ServiceError('INTERNAL_SERVER_ERROR', { cause: error })
}
