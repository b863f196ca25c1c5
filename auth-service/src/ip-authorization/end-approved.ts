import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import type { AuthContext } from '../context.ts'

/**
 * An owner who approved by mistake ends sessions: what nobody has fetched by then ends too. The event arrives a moment later, in
 * which a client that polls can fetch its session, so that this one is ended.
 */
export async function endApprovedSignIns(
  ctx: Pick<AuthContext, 'clock' | 'ipAuthorizations' | 'sessions'>,
  { accountId, detail, at }: Event,
): Promise<void> {
  if (!accountId || (detail.cause !== 'chosen' && detail.cause !== 'all')) return
  const time = at ?? new Date(ctx.clock.now())
  await ctx.ipAuthorizations.endApproved(accountId, time)
  const idHashes = await ctx.ipAuthorizations.fetchedSince(accountId, time)
  if (idHashes.length > 0) await ctx.sessions.revoke({ accountId, idHashes, client: undefined })
}
