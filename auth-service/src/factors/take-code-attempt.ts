import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { AuthContext } from '../context.ts'
import type { CodeAttempt } from './code-attempts.ts'

type Attempt = { ticketKey?: string; client: Client }

/** Null for a dead ticket. Fails with RATE_LIMITED. */
export async function takeCodeAttempt(
  ctx: Pick<AuthContext, 'clock' | 'factors' | 'throttle'>,
  accountId: string,
  { client, ...attempt }: Attempt,
  call: Pick<Call, 'requestId'>,
): Promise<CodeAttempt | null> {
  const taken = await ctx.factors.attempts.take(accountId, attempt)
  if (taken.outcome === 'deadTicket') return null
  if (taken.outcome === 'taken') return taken
  const throttle = { limit: 'second_factor', key: accountId, accountId, client } as const
  await ctx.throttle.report(throttle, call)
  const { waitMs } = taken
  const state = { bucket: 'auth:mfa', limit: ctx.factors.attempts.limit, remaining: 0 }
  const resetAt = (ctx.clock.now() + waitMs) / 1000
  throw rateLimited({ ...state, resetAt, retryAfter: Math.max(0.001, waitMs / 1000), global: false })
}

/** Refunds the attempt if `check` fails before it has a result. */
export async function refundOnFailure<Result>(
  attempt: CodeAttempt,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    await attempt.refund()
    throw error
  }
}
