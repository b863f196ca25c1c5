import type { LimitState } from '../errors/limit-state.ts'
import { ServiceError } from '../errors/service-error.ts'

export function rateLimited(state: LimitState): ServiceError {
  return new ServiceError('RATE_LIMITED', {
    data: { retry_after: state.retryAfter, global: state.global },
    rateLimit: state,
  })
}
