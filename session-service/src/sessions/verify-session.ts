import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { SessionContext } from '../context.ts'
import { isExpired, type Session } from './session.ts'
import { readSessionToken } from './session-token.ts'

export type VerifyContext = Pick<SessionContext, 'sessions' | 'touches' | 'clock' | 'lifetime'>

/** Whose session a token is. UNAUTHORIZED tells no cause apart (contract.md 1, "Authentication"). */
export async function verifySession(ctx: VerifyContext, token: string): Promise<Session> {
  const address = readSessionToken(token)
  if (!address) throw new ServiceError('UNAUTHORIZED')

  const session = await ctx.sessions.find(address)
  const now = ctx.clock.now()
  if (!session || isExpired(session, now, ctx.lifetime)) throw new ServiceError('UNAUTHORIZED')

  ctx.touches.note(session, now)
  return session
}
