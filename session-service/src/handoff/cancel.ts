import type { CancelRequest, CancelResponse } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { validClient } from '@gatehouse/service-kit/clients/valid-client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { SessionContext } from '../context.ts'
import { eventContext } from '../sessions/event-context.ts'
import type { VerifyContext } from '../sessions/verify.ts'
import { callerOf } from './caller.ts'
import { findByCode } from './find-by-code.ts'
import { secretDigestOf } from './receiver.ts'

type CancelContext = VerifyContext &
  Pick<SessionContext, 'handoffs' | 'wrongCodes' | 'locationOf' | 'logRecords'>

/** Other callers get the same response and change nothing, so that it does not reveal whether a code exists. */
export async function cancelHandoff(
  ctx: CancelContext,
  request: CancelRequest,
  call: Pick<Call, 'requestId'>,
): Promise<CancelResponse> {
  const client = validClient(request.client)
  const { signedIn } = await callerOf(ctx, request.token)
  const by = { signedIn, secretDigest: secretDigestOf(request.receiverSecret) }
  const context = eventContext(ctx, call, client)
  const ended = await findByCode(ctx, { code: request.code, client }, context, (code) =>
    ctx.handoffs.cancel(code, by, context),
  )
  if (!ended) return {}

  const { accountId, undelivered } = ended
  if (undelivered) {
    await ctx.sessions.revoke(undelivered.accountId, [undelivered.idHash], { ...context, cause: 'handoff' })
  }
  ctx.logRecords.handoffCancelled(accountId)
  return {}
}
