import type { Session } from '../sessions/session.ts'
import { readSessionToken } from '../sessions/session-token.ts'

type CallerContext = { findLiveSession: (token: string) => Promise<Session | null> }

export type Caller = {
  /** Empty if the session is not live. */
  signedIn: string
  session: string
}

export async function callerOf(ctx: CallerContext, token: string): Promise<Caller> {
  const live = token === '' ? null : await ctx.findLiveSession(token)
  return { signedIn: live?.accountId ?? '', session: readSessionToken(token)?.idHash ?? '' }
}
