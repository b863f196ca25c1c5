import type { StartRequest, StartResponse } from '@gatehouse/proto/gen/auth/v1/sso'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { buildAuthorizationUrl } from 'openid-client'
import type { AuthContext } from '../context.ts'
import { logFailure, openProvider } from '../single-sign-on/provider-failure.ts'
import { safeRedirect } from '../single-sign-on/redirect-to.ts'
import { isOpenId, redirectUriOf, scopeOf } from '../single-sign-on/sso-config.ts'
import type { StoredConfig } from '../single-sign-on/sso-config-store.ts'

const secretPattern = /^[\w-]{43}$/

export async function startSso(
  ctx: Pick<AuthContext, 'sso'>,
  request: StartRequest,
  call: Call,
): Promise<StartResponse> {
  const config = await enabledConfig(ctx)
  const { clients } = await logFailure(call, () => openProvider(ctx, config))
  const [first] = clients()
  if (!first) throw new ServiceError('FEATURE_TEMPORARILY_DISABLED')
  const [state, nonce, codeVerifier] = [newSecret(), newSecret(), newSecret()]
  // The secret of a browser stays, so that several tabs can sign in.
  const verifier = secretPattern.test(request.verifier ?? '') ? (request.verifier ?? '') : newSecret()
  const redirectUri = redirectUriOf(config, ctx.sso.defaultRedirectUri)
  await ctx.sso.states.store(state, {
    revision: config.revision,
    nonce,
    codeVerifier,
    redirectUri,
    redirectTo: safeRedirect(request.redirectTo),
    fromBrowser: request.fromBrowser,
    verifierDigest: digestText(verifier),
  })
  const url = buildAuthorizationUrl(first.client, {
    redirect_uri: redirectUri,
    scope: scopeOf(config),
    state,
    code_challenge: digestText(codeVerifier),
    code_challenge_method: 'S256',
    ...(isOpenId(config) && { nonce }),
    // OpenID Connect Core 1.0, section 3.1.2.1: with max_age the provider has to send auth_time.
    ...(request.freshSignIn && { prompt: 'login', max_age: '0' }),
  })
  return { authorizationUrl: url.href, redirectUri, state, verifier }
}

export async function enabledConfig({ sso }: Pick<AuthContext, 'sso'>): Promise<StoredConfig> {
  const config = await sso.configs.current()
  if (!config.enabled) throw new ServiceError('FEATURE_TEMPORARILY_DISABLED')
  return config
}
