import { readSessionToken } from '../sessions/session-token.ts'
import { findLiveSession, type VerifyContext } from '../sessions/verify.ts'

export type Caller = {
  /** Empty if the session is not live. */
  signedIn: string
  /** Of each well-formed token, also of a session that ended: the device of the giver is never the receiver. */
  session: string
}

export async function callerOf(ctx: VerifyContext, token = ''): Promise<Caller> {
  const live = token === '' ? null : await findLiveSession(ctx, token)
  return { signedIn: live?.accountId ?? '', session: readSessionToken(token)?.idHash ?? '' }
}
