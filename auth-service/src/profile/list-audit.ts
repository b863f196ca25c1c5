import type { ListMyAuditRequest, ListMyAuditResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import type { ListAuditRequest, ListAuditResponse } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { pageSizeOf, toPage } from '@gatehouse/service-kit/resources/paging'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuditPage } from '../audit/audit-store.ts'
import type { AuthContext } from '../context.ts'

export async function listMyAudit(
  ctx: Pick<AuthContext, 'accounts' | 'audit' | 'clock'>,
  request: ListMyAuditRequest,
): Promise<ListMyAuditResponse> {
  const { id: accountId } = await signedInAccount(ctx, request.actor)
  const size = pageSizeOf(request, { default: 50, max: 100 })
  const token = recordId('page_token', request.pageToken || undefined)
  const after = recordId('after', request.after)
  const filter = { accountId, type: request.type ?? null, since: null }
  if (after === null) return listPage(ctx, { ...filter, before: token, after: null }, size)
  const { records, nextPageToken } = await listPage(
    ctx,
    { ...filter, before: null, after: token ?? after },
    size,
  )
  return { records: records.toReversed(), nextPageToken }
}

export async function listAudit(
  ctx: Pick<AuthContext, 'audit' | 'clock'>,
  request: ListAuditRequest,
): Promise<ListAuditResponse> {
  const { accountId = null, type = null, since } = request
  const size = pageSizeOf(request, { default: 100, max: 1000 })
  const before = recordId('page_token', request.pageToken || undefined)
  const page = { accountId, type, since: since?.getTime() ?? null, before, after: null }
  return listPage(ctx, page, size)
}

async function listPage(
  ctx: Pick<AuthContext, 'audit' | 'clock'>,
  page: Omit<AuditPage, 'limit'>,
  size: number,
): Promise<ListAuditResponse> {
  const found = await ctx.audit.list({ ...page, limit: size + 1 }, ctx.clock.now())
  const { items: records, nextPageToken } = toPage(found, size, ({ id }) => id)
  return { records, nextPageToken }
}

function recordId(path: string, id: string | undefined): string | null {
  if (id !== undefined && !isSnowflake(id)) throw invalidFields({ [path]: 'INVALID_SNOWFLAKE_FORMAT' })
  return id ?? null
}
