import type { Session } from '../sessions/session.ts'
import { readSessionToken } from '../sessions/session-token.ts'

type CallerContext = { findLiveSession: (token: string) => Promise<Session | null> }

/** Who presents a token; empty strings if nobody does. */
export type Caller = {
  /** The account, when the session is live. */
  signedIn: string
  /** The id hash of the session, live or not. */
  session: string
}

export async function callerOf(ctx: CallerContext, token: string): Promise<Caller> {
  const live = token === '' ? null : await ctx.findLiveSession(token)
  return { signedIn: live?.accountId ?? '', session: readSessionToken(token)?.idHash ?? '' }
}
