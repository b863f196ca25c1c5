import { maxUserAgentLength } from '@gatehouse/proto/field-bounds'
import type { CreateRequest, CreateResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { describeClient } from '@gatehouse/service-kit/clients/client-description'
import type { LocationOf } from '@gatehouse/service-kit/geoip/geoip'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { LogEvents } from '../log-events.ts'
import { assertAccountId, assertProofMethods } from './asserted-fields.ts'
import type { Origin, Session } from './session.ts'
import { sessionMessage } from './session-message.ts'
import { idHashOf, newSessionToken } from './session-token.ts'
import type { VerifyContext } from './verify-session.ts'

type CreateContext = VerifyContext & { logEvents: LogEvents; locationOf: LocationOf }

type CallInfo = Pick<Call, 'requestId'>

export async function createSession(
  ctx: CreateContext,
  request: CreateRequest,
  call: CallInfo,
): Promise<CreateResponse> {
  const created = await createIfSessionExists(ctx, request, call)
  if (!created) throw new Error('The session was not stored.')
  return created
}

/** Creates a session; returns null if the session `requiredSessionIdHash` of the account is gone. */
export async function createIfSessionExists(
  ctx: CreateContext,
  request: CreateRequest,
  call: CallInfo,
  requiredSessionIdHash?: string,
): Promise<CreateResponse | null> {
  assertAccountId(request.accountId)
  assertProofMethods('proof_methods', request.proofMethods)

  const token = newSessionToken(request.accountId)
  const session = newSession(ctx, request, idHashOf(token))

  // The cap evicts the least recently used session, so buffered uses must be stored first.
  await ctx.touches.flushAccount(session.accountId)
  const { createdAt: at, origin: from } = session
  const evicted = await ctx.sessions.add(
    session,
    { at, requestId: call.requestId, from },
    requiredSessionIdHash,
  )
  if (!evicted) return null
  ctx.logEvents.created(session, evicted)
  return { token, session: sessionMessage(session, ctx.lifetime) }
}

function newSession(ctx: CreateContext, request: CreateRequest, idHash: string): Session {
  const now = ctx.clock.now()
  const methods = [...new Set(request.proofMethods)]
  return {
    idHash,
    accountId: request.accountId,
    createdAt: now,
    lastUsedAt: now,
    proof: methods.length > 0 ? { at: now, methods } : null,
    origin: originOf(ctx, request.client),
  }
}

/** The origin of a new session. A location sent by the client takes precedence over that of its address. */
export function originOf(
  { locationOf }: Pick<CreateContext, 'locationOf'>,
  client: CreateRequest['client'],
): Origin {
  const userAgent = (client?.userAgent ?? '').slice(0, maxUserAgentLength)
  const address = client?.address ?? ''
  return {
    address,
    userAgent,
    ...describeClient(userAgent),
    location: client?.location ?? locationOf(address),
  }
}
