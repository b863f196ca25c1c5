import type { RateLimitState } from '@gatehouse/proto/gen/common/v1/rate_limit'
import { durationMs, toDuration } from '../time/duration.ts'

export type LimitState = {
  bucket: string
  /** Maximum burst. */
  limit: number
  remaining: number
  /** When the whole limit is available again, in Unix seconds. */
  resetAt: number
  /** Seconds; 0 if the call was allowed. */
  retryAfter: number
  /** Whether the limit spans all routes. */
  global: boolean
}

export function toRateLimitState({ resetAt, retryAfter, ...rest }: LimitState): RateLimitState {
  const retryDelay = retryAfter > 0 ? toDuration(1000 * retryAfter) : undefined
  return { ...rest, resetTime: new Date(1000 * resetAt), retryDelay }
}

export function fromRateLimitState({ resetTime, retryDelay, ...rest }: RateLimitState): LimitState {
  const retryAfter = retryDelay ? durationMs(retryDelay) / 1000 : 0
  return { ...rest, resetAt: (resetTime?.getTime() ?? 0) / 1000, retryAfter }
}
