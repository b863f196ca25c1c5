import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { AuthContext } from '../context.ts'

type Throttled = {
  limit: 'account' | 'address' | 'lockout' | 'registration' | 'second_factor' | 'sms'
  key: string
  /** Also null for limits that span accounts. */
  accountId: string | null
  client: Client
}

/** Emits an event, once per window however many attempts are rejected. */
export async function emitThrottleEvent(
  ctx: Pick<AuthContext, 'audit' | 'throttle'>,
  { limit, key, accountId, client }: Throttled,
  call: Pick<Call, 'requestId'>,
): Promise<void> {
  if (!(await ctx.throttle.takeFirstInWindow(`${limit} ${key}`))) return
  await ctx.audit.emit(call, 'account.throttle', { accountId, client, failed: true, detail: { limit } })
}
