import type { CreateRequest, CreateResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { describeClient, maxUserAgentLength } from '@gatehouse/service-kit/clients/client-description'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { SessionContext } from '../context.ts'
import { assertAccountId, assertProofMethods } from './asserted-fields.ts'
import type { Origin, Session } from './session.ts'
import { sessionMessage } from './session-message.ts'
import { idHashOf, newSessionToken } from './session-token.ts'

type CreateContext = Pick<
  SessionContext,
  'sessions' | 'touches' | 'clock' | 'lifetime' | 'events' | 'locationOf'
>

type Asked = Pick<Call, 'requestId'>

/** Makes a session. */
export async function createSession(
  ctx: CreateContext,
  request: CreateRequest,
  call: Asked,
): Promise<CreateResponse> {
  const made = await createBeside(ctx, request, call, '')
  if (!made) throw new Error('A session beside no other is always made.')
  return made
}

/**
 * Makes a session only while another of its account is there, by id hash; else null. A token is always drawn here and never
 * taken from a caller.
 */
export async function createBeside(
  ctx: CreateContext,
  request: CreateRequest,
  call: Asked,
  beside: string,
): Promise<CreateResponse | null> {
  assertAccountId(request.accountId)
  assertProofMethods('proof_methods', request.proofMethods)

  const token = newSessionToken(request.accountId)
  const session = newSession(ctx, request, idHashOf(token))

  // The cap ends the least recently used one, so uses that wait to be written count too.
  await ctx.touches.flushAccount(session.accountId)
  const { createdAt: at, origin: from } = session
  const endedForIt = await ctx.sessions.add(session, { at, requestId: call.requestId, from }, beside)
  if (!endedForIt) return null
  ctx.events.created(session, endedForIt)
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

/** Where and with what a session begins; a place its client names comes before that of its address (contract.md 9, "Location"). */
export function originOf(
  { locationOf }: Pick<SessionContext, 'locationOf'>,
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
