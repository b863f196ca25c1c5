import type { ListRequest, ListResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { SessionContext } from '../context.ts'
import { assertAccountId } from './asserted-fields.ts'
import { isExpired, type Session } from './session.ts'
import { sessionMessage } from './session-message.ts'

type ListContext = Pick<SessionContext, 'sessions' | 'touches' | 'clock' | 'lifetime'>

export async function listSessions(ctx: ListContext, { accountId }: ListRequest): Promise<ListResponse> {
  assertAccountId(accountId)
  await ctx.touches.flushAccount(accountId)
  const sessions = await ctx.sessions.list(accountId)
  const now = ctx.clock.now()
  const live = sessions.filter((session) => !isExpired(session, now, ctx.lifetime))
  return { sessions: live.sort(byLastUse).map((session) => sessionMessage(session, ctx.lifetime)) }
}

function byLastUse(a: Session, b: Session): number {
  return b.lastUsedAt - a.lastUsedAt || b.createdAt - a.createdAt || (a.idHash < b.idHash ? -1 : 1)
}
