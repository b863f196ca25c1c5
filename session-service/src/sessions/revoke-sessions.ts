import type {
  EndAttemptRequest,
  EndAttemptResponse,
  RevokeAllRequest,
  RevokeAllResponse,
  RevokeRequest,
  RevokeResponse,
  RevokeTokenRequest,
  RevokeTokenResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { assertListLength } from '@gatehouse/service-kit/fields/list-length'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { isAttemptId } from '@gatehouse/service-kit/ids/attempt-id'
import type { SessionContext } from '../context.ts'
import { assertAccountId } from './asserted-fields.ts'
import { eventContext } from './event-context.ts'
import type { Revocation } from './session-events.ts'
import { isSessionHash, readSessionToken, type SessionKey } from './session-token.ts'

type RevokeContext = Pick<SessionContext, 'sessions' | 'logRecords' | 'clock' | 'locationOf'>
type AttemptContext = RevokeContext & Pick<SessionContext, 'attempts'>
type CallInfo = Pick<Call, 'requestId'>

const maxHashes = 100

export async function revokeSessions(
  ctx: RevokeContext,
  request: RevokeRequest,
  call: CallInfo,
): Promise<RevokeResponse> {
  assertAccountId(request.accountId)
  assertListLength('id_hashes', request.idHashes, maxHashes)
  const revocation = { ...eventContext(ctx, call, request.client), cause: 'chosen' as const }
  const idHashes = request.idHashes.filter(isSessionHash)
  return { revoked: await revoke(ctx, request.accountId, idHashes, revocation, { withChildren: true }) }
}

/** An unknown, expired or malformed token is not an error. The sessions that it gave by handoffs go on. */
export async function revokeToken(
  ctx: RevokeContext,
  request: RevokeTokenRequest,
  call: CallInfo,
): Promise<RevokeTokenResponse> {
  const key = readSessionToken(request.token)
  if (!key) return { revoked: false }
  const cause = request.client ? 'token' : 'undelivered'
  const revocation = { ...eventContext(ctx, call, request.client), cause } as const
  return { revoked: (await revoke(ctx, key.accountId, [key.idHash], revocation)) > 0 }
}

export async function revokeAllSessions(
  ctx: RevokeContext,
  request: RevokeAllRequest,
  call: CallInfo,
): Promise<RevokeAllResponse> {
  assertAccountId(request.accountId)
  const revocation = { ...eventContext(ctx, call), cause: 'all' as const }
  const scope = { exceptIdHash: request.exceptIdHash ?? '', createdUntil: request.createdUntil?.getTime() }
  const revoked = await ctx.sessions.revokeAll(request.accountId, scope, revocation)
  ctx.logRecords.revoked(request.accountId, revoked)
  return { revoked }
}

export async function endAttempt(
  ctx: AttemptContext,
  { attemptId }: EndAttemptRequest,
  call: CallInfo,
): Promise<EndAttemptResponse> {
  if (attemptId === '') throw invalidFields({ attempt_id: 'REQUIRED' })
  if (!isAttemptId(attemptId)) throw invalidFields({ attempt_id: 'INVALID_FORMAT' })
  let revoked = 0
  for (const session of await ctx.attempts.end(attemptId))
    revoked += await revokeUndelivered(ctx, session, call)
  return { revoked }
}

/** A session that does not exist needs no replica, which its revocation would wait for. */
export async function revokeUndelivered(
  ctx: RevokeContext,
  { accountId, idHash }: SessionKey,
  call: CallInfo,
): Promise<number> {
  if ((await ctx.sessions.find({ accountId, idHash })) === null) return 0
  return revoke(ctx, accountId, [idHash], { ...eventContext(ctx, call), cause: 'undelivered' })
}

/** The same, repeated in the background until it succeeds. Resolves after the first try. */
export function endUndelivered(
  ctx: RevokeContext & Pick<SessionContext, 'background'>,
  session: SessionKey,
  call: CallInfo,
): Promise<void> {
  return ctx.background.run(
    () => revokeUndelivered(ctx, session, call),
    (error) => ctx.logRecords.orphaned(session.accountId, error),
  )
}

async function revoke(
  ctx: RevokeContext,
  accountId: string,
  idHashes: string[],
  revocation: Revocation,
  options?: { withChildren: boolean },
): Promise<number> {
  if (idHashes.length === 0) return 0
  const revoked = await ctx.sessions.revoke(accountId, idHashes, revocation, options)
  ctx.logRecords.revoked(accountId, revoked)
  return revoked
}
