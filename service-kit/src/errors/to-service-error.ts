import { isStoreDenied, isStoreUnavailable } from '../storage/store-unavailable.ts'
import { ServiceError, unavailable } from './service-error.ts'

/** Any error as a ServiceError: a store that is unavailable or denies a command is SERVICE_UNAVAILABLE, an unexpected error INTERNAL_SERVER_ERROR. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.code !== 'CALLER_NOT_ALLOWED') return error
  if (isStoreUnavailable(error) || isStoreDenied(error)) return unavailable(error)
  // An upstream that does not allow this process as a caller is an error of the deployment, not of the client.
  return new ServiceError('INTERNAL_SERVER_ERROR', { cause: error })
}
