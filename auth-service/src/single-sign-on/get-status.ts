import type { GetStatusResponse } from '@gatehouse/proto/gen/auth/v1/sso'
import type { AuthContext } from '../context.ts'

export async function getStatus(ctx: Pick<AuthContext, 'sso'>): Promise<GetStatusResponse> {
  const { enabled, enforced, displayName, redirectUri } = await ctx.sso.configs.current()
  return {
    enabled,
    enforced: enabled && enforced,
    displayName: enabled ? (displayName ?? undefined) : undefined,
    redirectUri: redirectUri ?? ctx.sso.defaultRedirectUri,
  }
}
