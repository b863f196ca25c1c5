import type {
  SsoAccounts,
  SsoCheck,
  TestConfigRequest,
  TestConfigResponse,
} from '@gatehouse/proto/gen/auth/v1/sso'
import { authorizationCodeGrant, ResponseBodyError, randomPKCECodeVerifier } from 'openid-client'
import type { AuthContext } from '../context.ts'
import type { Provider } from '../single-sign-on/provider.ts'
import { providerErrorOf } from '../single-sign-on/provider-error.ts'
import { issuerOf, missingFields, needsDiscovery, redirectUriOf } from '../single-sign-on/sso-config.ts'
import type { StoredConfig } from '../single-sign-on/sso-config-store.ts'
import { isRejection, unreadStatus, withClient } from '../single-sign-on/with-client.ts'
import { administrator } from './manage-config.ts'
import { failed, passed } from './sso-check.ts'

/** Connects to the provider now, without what is cached. */
export async function testConfig(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'sso'>,
  { actor }: TestConfigRequest,
): Promise<TestConfigResponse> {
  await administrator(ctx, actor)
  const config = await ctx.sso.configs.read()
  const missing = missingFields(config)
  if (missing.length > 0) {
    const names = missing.map((name) => (name === 'clientId' ? 'client id' : 'issuer')).join(' and ')
    return { checks: [failed('settings', `The ${names} must be set.`)], accounts: undefined }
  }
  const checks = [passed('settings', 'All required settings are set.')]
  const accounts = await accountsOf(ctx, config)
  try {
    const provider = await ctx.sso.providers.open(config)
    if (needsDiscovery(config)) checks.push(passed('discovery', 'The discovery document is valid.'))
    checks.push(...(await endpointChecks(ctx, provider)))
    return { checks, accounts }
  } catch (error) {
    return { checks: [...checks, failed('discovery', messageOf(error))], accounts }
  }
}

/** Who could sign in if single sign-on was required. */
async function accountsOf(
  { accounts }: Pick<AuthContext, 'accounts'>,
  config: StoredConfig,
): Promise<SsoAccounts | undefined> {
  const issuer = issuerOf(config)
  return issuer === null
    ? undefined
    : ((await accounts.countForSso(issuer, config.allowedDomains)) ?? undefined)
}

async function endpointChecks(ctx: Pick<AuthContext, 'sso'>, provider: Provider): Promise<SsoCheck[]> {
  const keys = await keysCheck(provider)
  return [
    ...(keys ? [keys] : []),
    await clientCheck(provider, redirectUriOf(provider.config, ctx.sso.defaultRedirectUri)),
  ]
}

async function keysCheck({ keys }: Provider): Promise<SsoCheck | null> {
  if (!keys) return null
  try {
    return passed('keys', `The provider publishes its keys (${await keys.count()}).`)
  } catch (error) {
    return failed('keys', messageOf(error))
  }
}

/** Sends an invalid code: a provider that accepts the client rejects only the code. */
async function clientCheck(provider: Provider, redirectUri: string): Promise<SsoCheck> {
  const url = new URL(redirectUri)
  url.searchParams.set('code', 'gatehouse-test')
  const error = await withClient(provider, (client) =>
    authorizationCodeGrant(client, url, { pkceCodeVerifier: randomPKCECodeVerifier() }),
  ).catch((caught: unknown) => caught)
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return passed('client', 'The provider accepts the client id and the client secret.')
  if (isRejection(error))
    return failed('client', 'The provider rejects the client id or the client secret. Check both.')
  if (error instanceof ResponseBodyError)
    return failed('client', `The token endpoint rejected a test request: ${error.error}.`)
  const status = unreadStatus(error)
  if (status === null || status === 200) return failed('client', messageOf(error))
  return failed('client', `The token endpoint responded to a test request with status ${status}.`)
}

function messageOf(error: unknown): string {
  const known = providerErrorOf(error)
  return known?.message ?? 'The provider sent a response that is not OpenID Connect.'
}
