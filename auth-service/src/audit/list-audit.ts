import type { ListMyAuditRequest, ListMyAuditResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import type { ListAuditRequest, ListAuditResponse } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'

type ListContext = Pick<AuthContext, 'audit' | 'clock'>

export async function listMyAudit(
  ctx: ListContext & Pick<AuthContext, 'accounts'>,
  { actor, limit, before }: ListMyAuditRequest,
): Promise<ListMyAuditResponse> {
  const { id } = await signedInAccount(ctx, actor)
  const page = { ...bounds(limit, { default: 50, max: 100 }), before: before || null }
  const records = await ctx.audit.list({ ...page, accountId: id, type: null, since: null }, ctx.clock.now())
  return { records }
}

export async function listAudit(
  ctx: ListContext,
  { accountId, type, since, before, limit }: ListAuditRequest,
): Promise<ListAuditResponse> {
  const page = { ...bounds(limit, { default: 100, max: 1000 }), before: before || null }
  const filter = { accountId: accountId ?? null, type: type ?? null, since: since?.getTime() ?? null }
  return { records: await ctx.audit.list({ ...page, ...filter }, ctx.clock.now()) }
}

function bounds(limit: number, page: { default: number; max: number }) {
  return { limit: limit > 0 ? Math.min(limit, page.max) : page.default }
}
