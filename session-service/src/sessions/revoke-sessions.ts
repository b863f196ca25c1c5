import type {
  RevokeAllRequest,
  RevokeAllResponse,
  RevokeRequest,
  RevokeResponse,
  RevokeTokenRequest,
  RevokeTokenResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { assertListLength } from '@gatehouse/service-kit/fields/list-length'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { SessionContext } from '../context.ts'
import { assertAccountId } from './asserted-fields.ts'
import { eventContext } from './event-context.ts'
import type { Revocation } from './session-events.ts'
import { isSessionHash, readSessionToken } from './session-token.ts'

type RevokeContext = Pick<SessionContext, 'sessions' | 'logRecords' | 'clock' | 'locationOf'>
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
  return { revoked: await revoke(ctx, request.accountId, request.idHashes.filter(isSessionHash), revocation) }
}

/** An unknown, expired or malformed token is not an error. */
export async function revokeToken(
  ctx: RevokeContext,
  request: RevokeTokenRequest,
  call: CallInfo,
): Promise<RevokeTokenResponse> {
  const key = readSessionToken(request.token)
  if (!key) return { revoked: false }
  const revocation = { ...eventContext(ctx, call, request.client), cause: 'token' as const }
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

async function revoke(
  ctx: RevokeContext,
  accountId: string,
  idHashes: string[],
  revocation: Revocation,
): Promise<number> {
  if (idHashes.length === 0) return 0
  const revoked = await ctx.sessions.revoke(accountId, idHashes, revocation)
  ctx.logRecords.revoked(accountId, revoked)
  return revoked
}
