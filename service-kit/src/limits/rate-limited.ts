import { ServiceError } from '../errors/service-error.ts'
import type { LimitState } from './limit-state.ts'

export function rateLimited(state: LimitState): ServiceError {
  return new ServiceError('RATE_LIMITED', {
    data: { retry_after: state.retryAfter, global: state.global },
    rateLimit: state,
  })
}
