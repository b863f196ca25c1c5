import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import { type EmitContext, emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'

export type ThrottleContext = EmitContext & Pick<AuthContext, 'throttle'>

/** Something that was refused because there was too much of it; `key` tells one such series from another. */
type Throttled = {
  limit: 'account' | 'address' | 'closed' | 'registration'
  key: string
  /** Null also for limits that span accounts. */
  accountId: string | null
  client: Client | undefined
}

/** Keeps the act, once in a window however many tries are refused. */
export async function recordThrottle(
  ctx: ThrottleContext,
  { limit, key, accountId, client }: Throttled,
  call: Pick<Call, 'requestId'>,
): Promise<void> {
  if (!(await ctx.throttle.isNews(`${limit} ${key}`))) return
  const detail = { limit }
  await emitEvent(ctx, call, { type: 'account.throttle', outcome: 'failed', accountId, client, detail })
}
