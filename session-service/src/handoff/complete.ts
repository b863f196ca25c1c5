import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { CompleteRequest, CompleteResponse } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { SessionContext } from '../context.ts'
import { eventSource } from '../sessions/event-source.ts'
import { idHashOf } from '../sessions/session-token.ts'
import { callerOf } from './caller.ts'
import type { Result } from './handoff-store.ts'
import { nameHandoff } from './name-handoff.ts'

type CompleteContext = Pick<
  SessionContext,
  | 'handoffs'
  | 'wrongCodes'
  | 'findLiveSession'
  | 'createBeside'
  | 'sessions'
  | 'clock'
  | 'locationOf'
  | 'events'
>

/**
 * Gives the receiver a session of its own. The token that was sent only proves who gives: passing it on would make two devices
 * one session (test: "gives the receiver a session of its own").
 */
export async function completeHandoff(
  ctx: CompleteContext,
  request: CompleteRequest,
  call: Pick<Call, 'requestId'>,
): Promise<CompleteResponse> {
  const giver = await provenGiver(ctx, request)
  const act = eventSource(ctx, call, request.client)
  const taken = await nameHandoff(ctx, request, act, async (letters) => {
    const begun = await ctx.handoffs.begin(letters, giver, act.at)
    return begun && { letters, ...begun }
  })
  if (!taken) throw new ServiceError('INVALID_HANDOFF_CODE')

  const { letters, receiver } = taken
  const result = await mintSession(ctx, { letters, giver, token: request.token, receiver, call })
  const { idHash } = result.session
  if (!(await ctx.handoffs.finish(letters, result, { ...act, at: ctx.clock.now() }))) {
    await ctx.sessions.remove(giver, [idHash], { ...act, cause: 'handoff' })
    throw new ServiceError('INVALID_HANDOFF_CODE')
  }
  ctx.events.handoffCompleted(giver, idHash)
  return {}
}

/** The account that gives: the token's, which must be the one named, and that of Authorization if there is one (contract.md 7 row 23). */
async function provenGiver(ctx: CompleteContext, request: CompleteRequest): Promise<string> {
  const { signedIn } = await callerOf(ctx, request.token)
  if (signedIn === '') throw new ServiceError('INVALID_TOKEN')
  if (signedIn !== request.accountId) throw new ServiceError('SESSION_TOKEN_MISMATCH')
  if (request.authorization === '') return signedIn
  const caller = await callerOf(ctx, request.authorization)
  if (caller.signedIn === '') throw new ServiceError('UNAUTHORIZED')
  if (caller.signedIn !== signedIn) throw new ServiceError('SESSION_TOKEN_MISMATCH')
  return signedIn
}

type Minting = {
  letters: string
  giver: string
  token: string
  receiver: Client | null
  call: Pick<Call, 'requestId'>
}

/**
 * Without proof methods: a handoff is no step-up proof (contract.md 7 row 9). Who was signed out everywhere meanwhile must not live
 * on in a session that was made right after, so it is made only beside the giver's (test: "sign out everywhere while a handoff completes").
 */
async function mintSession(
  ctx: CompleteContext,
  { letters, giver: accountId, token, receiver, call }: Minting,
): Promise<Result> {
  try {
    const request = { accountId, client: receiver ?? undefined, proofMethods: [] }
    const made = await ctx.createBeside(request, call, idHashOf(token))
    if (!made) throw new ServiceError('INVALID_TOKEN')
    const session = { accountId, idHash: made.session?.idHash ?? '' }
    return { token: made.token, session, isUnnamed: receiver === null }
  } catch (error) {
    // Redis may be back for this one: the giver can then try again instead of waiting for the code to expire.
    await ctx.handoffs.abandon(letters, ctx.clock.now()).catch(() => {})
    throw error
  }
}
