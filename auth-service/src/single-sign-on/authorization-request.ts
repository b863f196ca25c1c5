import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { buildAuthorizationUrl } from 'openid-client'
import type { AuthContext } from '../context.ts'
import { logFailure, openProvider } from './provider-failure.ts'
import { isOpenId, missingFields, redirectUriOf, scopeOf } from './sso-config.ts'
import type { StoredConfig } from './sso-config-store.ts'
import type { PendingSso } from './sso-states.ts'

type Purpose = Omit<PendingSso, 'revision' | 'nonce' | 'codeVerifier' | 'redirectUri' | 'isFresh'>

type Begun = { authorizationUrl: string; redirectUri: string; state: string }

/** Where the browser has to go; stores what its callback has to match. With `freshSignIn` the person signs in there again. */
export async function beginAuthorization(
  ctx: Pick<AuthContext, 'sso'>,
  purpose: Purpose,
  { freshSignIn }: { freshSignIn: boolean },
  call: Call,
): Promise<Begun> {
  const config = await usableConfig(ctx, { isTest: purpose.tests !== undefined })
  const { clients } = await logFailure(call, () => openProvider(ctx, config))
  const [first] = clients()
  if (!first) throw new ServiceError('FEATURE_TEMPORARILY_DISABLED')
  const [state, nonce, codeVerifier] = [newSecret(), newSecret(), newSecret()]
  const redirectUri = redirectUriOf(config, ctx.sso.defaultRedirectUri)
  await ctx.sso.states.store(state, {
    revision: config.revision,
    nonce,
    codeVerifier,
    redirectUri,
    isFresh: freshSignIn,
    ...purpose,
  })
  const url = buildAuthorizationUrl(first.client, {
    redirect_uri: redirectUri,
    scope: scopeOf(config),
    state,
    code_challenge: digestText(codeVerifier),
    code_challenge_method: 'S256',
    ...(isOpenId(config) && { nonce }),
    // OpenID Connect Core 1.0, section 3.1.2.1: with max_age the provider has to send auth_time.
    ...(freshSignIn && { prompt: 'login', max_age: '0' }),
  })
  return { authorizationUrl: url.href, redirectUri, state }
}

/** What belongs to the state of a callback, which can be used once. Fails if the settings changed since. */
export async function takeAuthorization(
  ctx: Pick<AuthContext, 'sso'>,
  state: string,
  isExpected: (pending: PendingSso) => boolean,
  { isTest = false }: { isTest?: boolean } = {},
): Promise<{ config: StoredConfig; pending: PendingSso }> {
  const config = await usableConfig(ctx, { isTest })
  const pending = await ctx.sso.states.take(state)
  if (!pending || !isExpected(pending) || pending.revision !== config.revision)
    throw invalidFields({ state: 'INVALID_OR_EXPIRED_SSO_STATE' })
  return { config, pending }
}

/** A test uses what is stored now, also before single sign-on is offered. */
async function usableConfig(
  { sso }: Pick<AuthContext, 'sso'>,
  { isTest }: { isTest: boolean },
): Promise<StoredConfig> {
  const config = isTest ? await sso.configs.read() : await sso.configs.current()
  const isUsable = isTest ? missingFields(config).length === 0 : config.enabled
  if (!isUsable) throw new ServiceError('FEATURE_TEMPORARILY_DISABLED')
  return config
}
