import type { ListMyAuditRequest, ListMyAuditResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import type { ListAuditRequest, ListAuditResponse } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'

type ListContext = Pick<AuthContext, 'audit' | 'clock'>

/** What was done to the caller's account and with it, newest first. Fails with UNAUTHORIZED. */
export async function listMyAudit(
  ctx: ListContext & Pick<AuthContext, 'accounts'>,
  { actor, limit, before }: ListMyAuditRequest,
): Promise<ListMyAuditResponse> {
  const { id } = await signedInAccount(ctx, actor)
  const page = { ...bounds(limit, { usual: 50, most: 100 }), before: before || null }
  const records = await ctx.audit.list({ ...page, accountId: id, type: null, since: null }, ctx.clock.now())
  return { records }
}

/** The audit log as operators read it. */
export async function listAudit(
  ctx: ListContext,
  { accountId, type, since, before, limit }: ListAuditRequest,
): Promise<ListAuditResponse> {
  const page = { ...bounds(limit, { usual: 100, most: 1000 }), before: before || null }
  const which = { accountId: accountId ?? null, type: type ?? null, since: since?.getTime() ?? null }
  return { records: await ctx.audit.list({ ...page, ...which }, ctx.clock.now()) }
}

function bounds(limit: number, { usual, most }: { usual: number; most: number }) {
  return { limit: limit > 0 ? Math.min(limit, most) : usual }
}
