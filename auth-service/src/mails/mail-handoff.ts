import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import type { AuthContext } from '../context.ts'

const dayMs = 86_400_000
const maxPerDay = 5

/** Mails the owner that a handoff signed a device in, five times a day: the fifth mail says that no more follow. */
export async function mailHandoff(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'mails'>,
  event: Event,
): Promise<void> {
  const account = await ctx.accounts.find(event.accountId ?? '')
  if (!account) return
  const sent = await ctx.mails.countSince('handoff', account.id, new Date(ctx.clock.now() - dayMs))
  if (sent >= maxPerDay) return
  const variables = { ...ctx.mails.causeOfEvent(event), isLast: sent + 1 === maxPerDay }
  await ctx.mails.add(await ctx.mails.prepare({ kind: 'handoff', account, variables }))
}
