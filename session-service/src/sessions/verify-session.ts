import type { VerifyRequest, VerifyResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { isExpired, type Lifetime, type Session } from './session.ts'
import { sessionMessage } from './session-message.ts'
import type { SessionStore } from './session-store.ts'
import { readSessionToken } from './session-token.ts'
import type { TouchBuffer } from './touch-buffer.ts'

export type VerifyContext = { sessions: SessionStore; touches: TouchBuffer; clock: Clock; lifetime: Lifetime }

/** Throws UNAUTHORIZED for every cause alike. */
export async function verifySession(ctx: VerifyContext, { token }: VerifyRequest): Promise<VerifyResponse> {
  const session = await findLiveSession(ctx, token)
  if (!session) throw new ServiceError('UNAUTHORIZED')
  return { session: sessionMessage(session, ctx.lifetime) }
}

/** Returns null instead of throwing: on the busiest path an exception for every unknown token is too expensive. */
export async function findLiveSession(ctx: VerifyContext, token: string): Promise<Session | null> {
  const address = readSessionToken(token)
  if (!address) return null

  const session = await ctx.sessions.find(address)
  const now = ctx.clock.now()
  if (!session || isOver(ctx, session, now)) return null

  ctx.touches.note(session, now)
  return session
}

/** A use that is not yet stored extends the session too. */
function isOver({ touches, lifetime }: VerifyContext, session: Session, now: number): boolean {
  if (!isExpired(session, now, lifetime)) return false
  return isExpired({ ...session, lastUsedAt: touches.lastUse(session) }, now, lifetime)
}
