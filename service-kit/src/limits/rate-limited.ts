import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { ServiceError } from '../errors/service-error.ts'

export function rateLimited(state: RateLimitState): ServiceError {
  return new ServiceError('RATE_LIMITED', {
    data: { retry_after: state.retryAfter, global: state.global },
    rateLimit: state,
  })
}
