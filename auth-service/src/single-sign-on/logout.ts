import type { LogoutRequest, LogoutResponse } from '@gatehouse/proto/gen/auth/v1/sso'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { AuthContext } from '../context.ts'
import { logoutRejected } from '../log-events.ts'
import { invalidLogoutToken, type LogoutToken, readLogoutToken } from './logout-token.ts'
import type { Provider } from './provider.ts'
import { logFailure, openProvider, providerFailure } from './provider-failure.ts'
import { revokeSessions } from './revoke-sessions.ts'
import { missingFields } from './sso-config.ts'

/** Also while single sign-on is disabled: sessions that came from it go on. */
export async function logout(
  ctx: Pick<AuthContext, 'audit' | 'clock' | 'sessions' | 'sso'>,
  { logoutToken }: LogoutRequest,
  call: Call,
): Promise<LogoutResponse> {
  const config = await ctx.sso.configs.current()
  if (missingFields(config).length > 0) throw new ServiceError('FEATURE_TEMPORARILY_DISABLED')
  const provider = await logFailure(call, () => openProvider(ctx, config))
  const { issuer } = provider.metadata
  const token = await logFailure(call, () => verify(ctx, provider, logoutToken, call))
  if (!(await ctx.sso.sessions.takeToken(issuer, token.jti))) throw invalidLogoutToken()
  try {
    await endSessions(ctx, issuer, token, call)
  } catch (error) {
    await ctx.sso.sessions.releaseToken(issuer, token.jti)
    throw error
  }
  return {}
}

async function verify(
  ctx: Pick<AuthContext, 'clock'>,
  provider: Provider,
  token: string,
  call: Call,
): Promise<LogoutToken> {
  try {
    return await readLogoutToken(provider, token, ctx.clock)
  } catch (error) {
    const failure = providerFailure(error)
    if (failure) throw failure
    logoutRejected(call, error)
    throw invalidLogoutToken()
  }
}

async function endSessions(
  ctx: Pick<AuthContext, 'audit' | 'sessions' | 'sso'>,
  issuer: string,
  { sub: subject, sid, iat: issuedAt }: LogoutToken,
  call: Call,
): Promise<void> {
  const ended = await ctx.sso.sessions.end({ issuer, subject, sid, issuedAt })
  for (const [accountId, revoked] of await revokeSessions(ctx, ended, call)) {
    const detail = { change: 'logged_out', sessions: String(revoked) }
    if (revoked > 0) await ctx.audit.emit(call, 'account.sso', { accountId, detail })
  }
}
