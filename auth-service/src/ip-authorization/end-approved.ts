import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import type { AuthContext } from '../context.ts'

/** An owner who approved by mistake ends sessions: what nobody has fetched by then ends too. */
export async function endApprovedSignIns(
  ctx: Pick<AuthContext, 'clock' | 'ipAuthorizations'>,
  { accountId, detail, at }: Event,
): Promise<void> {
  if (accountId && (detail.cause === 'chosen' || detail.cause === 'all'))
    await ctx.ipAuthorizations.endApproved(accountId, at ?? new Date(ctx.clock.now()))
}
