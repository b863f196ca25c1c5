import type { CancelRequest, CancelResponse } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import type { SessionContext } from '../context.ts'
import { callerOf } from './caller.ts'
import { nameHandoff } from './name-handoff.ts'
import { secretDigestOf } from './receiver.ts'

type CancelContext = Pick<
  SessionContext,
  'handoffs' | 'wrongCodes' | 'findLiveSession' | 'sessions' | 'clock' | 'events'
>

/**
 * Ends a handoff for its receiver or giver, with the session that was made but not fetched yet. Anybody else is told the same
 * and changes nothing (contract.md 7 row 28).
 */
export async function cancelHandoff(ctx: CancelContext, request: CancelRequest): Promise<CancelResponse> {
  const { signedIn } = await callerOf(ctx, request.token)
  const by = { signedIn, secretDigest: secretDigestOf(request.receiverSecret) }
  const ended = await nameHandoff(ctx, request, (key) => ctx.handoffs.cancel(key, by, ctx.clock.now()))
  if (!ended) return {}

  const { undelivered } = ended
  if (undelivered) await ctx.sessions.remove(undelivered.accountId, [undelivered.idHash])
  ctx.events.handoffCancelled(undelivered?.accountId ?? null)
  return {}
}
