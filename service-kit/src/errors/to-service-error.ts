import { isStoreUnavailable } from '../storage/store-unavailable.ts'
import { ServiceError, unavailable } from './service-error.ts'

/** What failed as a refusal of the catalogue: a store that is away asks to come back, anything unforeseen is our mistake. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.code !== 'CALLER_NOT_ALLOWED') return error
  if (isStoreUnavailable(error)) return unavailable(error)
  // An upstream that refuses this process as a caller is our mistake too, whoever asked for what.
  return new ServiceError('INTERNAL_SERVER_ERROR', { cause: error })
}
