import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { CompleteRequest, CompleteResponse } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { validClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { SessionContext } from '../context.ts'
import { type CreateContext, createSessionForHandoff } from '../sessions/create-session.ts'
import { eventContext } from '../sessions/event-context.ts'
import { endUndelivered } from '../sessions/revoke-sessions.ts'
import { sessionMessage } from '../sessions/session-message.ts'
import { idHashOf } from '../sessions/session-token.ts'
import { findLiveSession } from '../sessions/verify.ts'
import { callerOf } from './caller.ts'
import { findByCode } from './find-by-code.ts'
import type { Completion } from './handoff-store.ts'

type CompleteContext = CreateContext & Pick<SessionContext, 'handoffs' | 'wrongCodes'>

/** The receiver gets a session of its own: with the giver's token, two devices would share one session. */
export async function completeHandoff(
  ctx: CompleteContext,
  request: CompleteRequest,
  call: Pick<Call, 'requestId'>,
): Promise<CompleteResponse> {
  const client = validClient(request.client)
  const giver = await provenGiver(ctx, request)
  const context = eventContext(ctx, call, client)
  const taken = await findByCode(ctx, { code: request.code, client }, context, async (code) => {
    const pending = await ctx.handoffs.begin(code, giver, context.at)
    return pending && { code, ...pending }
  })
  if (!taken) throw new ServiceError('INVALID_HANDOFF_CODE')

  const { code, receiver } = taken
  const { token, proved: isProved = false } = request
  const result = await createReceiverSession(ctx, { code, giver, token, isProved, receiver, call })
  if (result === 'proofRequired') return proofRequired(ctx, token)
  const { session } = result
  try {
    const isFinished = await ctx.handoffs.finish(code, result, { ...context, at: ctx.clock.now() })
    if (!isFinished) throw new ServiceError('INVALID_HANDOFF_CODE')
  } catch (error) {
    await endUndelivered(ctx, session, call)
    throw error
  }
  ctx.logRecords.handoffCompleted(giver, session.idHash)
  return { proofRequiredOf: undefined }
}

async function proofRequired(ctx: CompleteContext, token: string): Promise<CompleteResponse> {
  const giver = await findLiveSession(ctx, token)
  if (!giver) throw new ServiceError('INVALID_TOKEN')
  return { proofRequiredOf: sessionMessage(giver, ctx.lifetime) }
}

async function provenGiver(ctx: CompleteContext, request: CompleteRequest): Promise<string> {
  const { signedIn } = await callerOf(ctx, request.token)
  if (signedIn === '') throw new ServiceError('INVALID_TOKEN')
  if (signedIn !== request.accountId) throw new ServiceError('SESSION_TOKEN_MISMATCH')
  if (!request.authorization) return signedIn
  const caller = await callerOf(ctx, request.authorization)
  if (caller.signedIn === '') throw new ServiceError('UNAUTHORIZED')
  if (caller.signedIn !== signedIn) throw new ServiceError('SESSION_TOKEN_MISMATCH')
  return signedIn
}

type NewSession = {
  code: string
  giver: string
  token: string
  isProved: boolean
  receiver: Client | null
  call: Pick<Call, 'requestId'>
}

/**
 * A handoff is no step-up proof. The giver's session must still exist: a "sign out everywhere" in between
 * must not leave a session created right after it.
 */
async function createReceiverSession(
  ctx: CompleteContext,
  { code, giver: accountId, token, isProved, receiver, call }: NewSession,
): Promise<Completion | 'proofRequired'> {
  try {
    const child = { accountId, client: receiver, parent: idHashOf(token) }
    const { rejection, response } = await createSessionForHandoff(ctx, child, call, { isProved })
    if (rejection === 'parentGone') throw new ServiceError('INVALID_TOKEN')
    if (rejection === 'full') throw new ServiceError('SESSION_LIMIT_REACHED')
    if (rejection === 'proofRequired') {
      await ctx.handoffs.abandon(code, ctx.clock.now())
      return rejection
    }
    const session = { accountId, idHash: response.session?.idHash ?? '' }
    return { token: response.token, session, isDeviceUnknown: receiver === null }
  } catch (error) {
    // The giver can then retry at once, without waiting until the code expires.
    await ctx.handoffs.abandon(code, ctx.clock.now()).catch(() => {})
    throw error
  }
}
