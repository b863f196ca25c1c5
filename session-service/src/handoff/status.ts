import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import {
  HandoffState,
  type StatusRequest,
  type StatusResponse,
} from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { validClient } from '@gatehouse/service-kit/clients/valid-client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { sessionClientOf } from '../client-info.ts'
import type { SessionContext } from '../context.ts'
import { eventContext } from '../sessions/event-context.ts'
import { isExpired } from '../sessions/session.ts'
import { readSessionToken } from '../sessions/session-token.ts'
import type { VerifyContext } from '../sessions/verify.ts'
import { callerOf } from './caller.ts'
import { readHandoffCode } from './find-by-code.ts'
import { newClaim, secretDigestOf } from './receiver.ts'

type StatusContext = VerifyContext & Pick<SessionContext, 'handoffs' | 'logRecords' | 'locationOf'>

const states = {
  pending: HandoffState.PENDING,
  claimed: HandoffState.PENDING,
  completed: HandoffState.COMPLETED,
  delivered: HandoffState.COMPLETED,
  expired: HandoffState.EXPIRED,
} as const

/**
 * Returns the token once, to the receiver. The giver gets the state only; other callers get the response for
 * an unknown code.
 */
export async function handoffStatus(
  ctx: StatusContext,
  request: StatusRequest,
  call: Pick<Call, 'requestId'>,
): Promise<StatusResponse> {
  const client = validClient(request.client)
  const code = readHandoffCode(request.code)
  const claim = newClaim(client)
  const poll = {
    caller: await callerOf(ctx, request.token),
    secretDigest: secretDigestOf(request.receiverSecret),
    claim,
    peek: request.peek,
    isSessionEnded: await isSessionEnded(ctx, code),
  }

  const polled = await ctx.handoffs.poll(code, poll, eventContext(ctx, call, client))
  if (polled.outcome === 'claimed') ctx.logRecords.handoffClaimed()
  if (polled.outcome === 'delivered') {
    ctx.logRecords.handoffDelivered(polled.accountId)
    if (polled.isDeviceUnknown) await nameDevice(ctx, polled.token, client)
  }
  return {
    state: states[polled.outcome],
    token: polled.outcome === 'delivered' ? polled.token : undefined,
    accountId: polled.outcome === 'delivered' ? polled.accountId : undefined,
    receiverSecret: polled.outcome === 'claimed' ? claim.secret : undefined,
  }
}

/** Before its delivery, such as by a suspension or by its owner: a token that is dead is not delivered. */
async function isSessionEnded(ctx: StatusContext, code: string): Promise<boolean> {
  const key = await ctx.handoffs.sessionOf(code)
  if (!key) return false
  const session = await ctx.sessions.find(key)
  return session === null || isExpired(session, ctx.clock.now(), ctx.lifetime)
}

async function nameDevice(ctx: StatusContext, token: string, client: Client): Promise<void> {
  const key = readSessionToken(token)
  if (!key) return
  // The token can be delivered only now, so a failure to store its device must not prevent that.
  await ctx.sessions.describe(key, sessionClientOf(ctx, client)).catch(ctx.logRecords.handoffUndescribed)
}
