import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { CreateRequest, CreateResponse, ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { validClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { clientInfoOf, sessionClientOf } from '../client-info.ts'
import type { SessionContext } from '../context.ts'
import { assertAccountId, assertProofMethods, assertSignIn, type SignIn } from './asserted-fields.ts'
import { endUndelivered, revokeUndelivered } from './revoke-sessions.ts'
import type { Session } from './session.ts'
import { sessionMessage } from './session-message.ts'
import type { Rejection } from './session-scripts.ts'
import { idHashOf, newSessionToken } from './session-token.ts'

export type CreateContext = Pick<
  SessionContext,
  'attempts' | 'background' | 'clock' | 'lifetime' | 'locationOf' | 'logRecords' | 'sessions' | 'touches'
>

/** `client` is null if a handoff was completed before its receiver is known. */
type NewSession = {
  accountId: string
  client: Client | null
  proofMethods: ProofMethod[]
  signIn?: SignIn
  parent?: string
}

type Created = { response: CreateResponse; rejection: Rejection }

const unknownClient: Client = { address: '', userAgent: '', location: undefined }

type CallInfo = Pick<Call, 'requestId' | 'attemptId'>

export async function createSession(
  ctx: CreateContext,
  request: CreateRequest,
  call: CallInfo,
): Promise<CreateResponse> {
  assertAccountId(request.accountId)
  assertProofMethods('proof_methods', request.proofMethods)
  assertSignIn(request)
  const { accountId, proofMethods, signInMethod, signInFactor } = request
  const signIn = { signInMethod, signInFactor }
  const creation = { accountId, client: validClient(request.client), proofMethods, signIn }
  const { response } = await create(ctx, creation, call)
  return { ...response, hasSignIn: signInMethod !== undefined }
}

/** `isProved`: the giver proved its identity a moment ago. Nothing is created if there is a rejection. */
export function createSessionForHandoff(
  ctx: CreateContext,
  request: Omit<Required<NewSession>, 'proofMethods' | 'signIn'>,
  call: CallInfo,
  { isProved }: { isProved: boolean },
): Promise<Created> {
  return create(ctx, { ...request, proofMethods: [] }, call, { isProved })
}

async function create(
  ctx: CreateContext,
  request: NewSession,
  call: CallInfo,
  options?: { isProved: boolean },
): Promise<Created> {
  // The cap evicts the least recently used session, so buffered uses must be stored first.
  await ctx.touches.flushAccount(request.accountId)
  const token = newSessionToken(request.accountId)
  const session = newSession(ctx, request, idHashOf(token))
  const { requestId, attemptId } = call
  if (attemptId && !(await ctx.attempts.begin(attemptId, session))) throw attemptEnded()
  const by = { requestId, client: clientInfoOf(ctx, request.client ?? unknownClient) }
  const adding = ctx.sessions.add(session, by, { ...options, signIn: request.signIn })
  const { rejection, evicted } = await adding.catch((error) => {
    // It may be stored: the replicas did not confirm it, or the response of Redis was lost.
    void endUndelivered(ctx, session, call)
    throw error
  })
  if (rejection === '') ctx.logRecords.created(session, evicted)
  if (attemptId && (await ctx.attempts.isEnded(attemptId))) {
    await revokeUndelivered(ctx, session, call)
    throw attemptEnded()
  }
  return { rejection, response: { token, session: sessionMessage(session, ctx.lifetime) } }
}

/** Its caller, or the caller of that, no longer waits. */
const attemptEnded = () => new ServiceError('UPSTREAM_TIMEOUT')

function newSession(ctx: CreateContext, request: NewSession, idHash: string): Session {
  const now = ctx.clock.now()
  const methods = [...new Set(request.proofMethods)]
  return {
    idHash,
    accountId: request.accountId,
    parent: request.parent ?? null,
    createdAt: now,
    lastUsedAt: now,
    proof: methods.length > 0 ? { at: now, methods } : null,
    client: sessionClientOf(ctx, request.client ?? unknownClient),
  }
}
