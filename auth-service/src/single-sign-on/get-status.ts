import type { GetStatusResponse } from '@gatehouse/proto/gen/auth/v1/sso'
import type { AuthContext } from '../context.ts'
import { redirectUriOf } from './sso-config.ts'

export async function getStatus(ctx: Pick<AuthContext, 'sso'>): Promise<GetStatusResponse> {
  const config = await ctx.sso.configs.current()
  const { enabled, enforced, displayName } = config
  return {
    enabled,
    enforced: enabled && enforced,
    displayName: enabled ? (displayName ?? undefined) : undefined,
    redirectUri: redirectUriOf(config, ctx.sso.defaultRedirectUri),
  }
}
