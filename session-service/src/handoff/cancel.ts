import type { CancelRequest, CancelResponse } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { SessionContext } from '../context.ts'
import { eventSource } from '../sessions/event-context.ts'
import { callerOf } from './caller.ts'
import { nameHandoff } from './name-handoff.ts'
import { secretDigestOf } from './receiver.ts'

type CancelContext = Pick<
  SessionContext,
  'handoffs' | 'wrongCodes' | 'findLiveSession' | 'sessions' | 'clock' | 'locationOf' | 'logEvents'
>

/** Other callers get the same response and change nothing, so that it does not reveal whether a code exists. */
export async function cancelHandoff(
  ctx: CancelContext,
  request: CancelRequest,
  call: Pick<Call, 'requestId'>,
): Promise<CancelResponse> {
  const { signedIn } = await callerOf(ctx, request.token)
  const by = { signedIn, secretDigest: secretDigestOf(request.receiverSecret) }
  const source = eventSource(ctx, call, request.client)
  const ended = await nameHandoff(ctx, request, source, (letters) => ctx.handoffs.cancel(letters, by, source))
  if (!ended) return {}

  const { undelivered } = ended
  if (undelivered) {
    await ctx.sessions.remove(undelivered.accountId, [undelivered.idHash], { ...source, cause: 'handoff' })
  }
  ctx.logEvents.handoffCancelled(undelivered?.accountId ?? null)
  return {}
}
