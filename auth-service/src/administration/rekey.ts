import type { RekeyRequest, RekeyResponse } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { AuthContext } from '../context.ts'

/** The last page includes the client secret of single sign-on. */
export async function rekey(
  ctx: Pick<AuthContext, 'rekey' | 'sso'>,
  request: RekeyRequest,
): Promise<RekeyResponse> {
  const page = await ctx.rekey(request)
  const isRekeyed = page.nextPageToken === '' && (await ctx.sso.configs.rekey())
  return { ...page, rekeyed: page.rekeyed + (isRekeyed ? 1 : 0) }
}
