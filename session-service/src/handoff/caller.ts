import type { SessionContext } from '../context.ts'
import { readSessionToken } from '../sessions/session-token.ts'

type CallerContext = Pick<SessionContext, 'findLiveSession'>

/** Who presents a token: the account when it is signed in, else the account the token merely names; empty for neither. */
export async function callerOf(
  ctx: CallerContext,
  token: string,
): Promise<{ signedIn: string; named: string }> {
  const session = token === '' ? null : await ctx.findLiveSession(token)
  if (session) return { signedIn: session.accountId, named: session.accountId }
  return { signedIn: '', named: readSessionToken(token)?.accountId ?? '' }
}
