import type { Clock } from '@gatehouse/service-kit/time/clock'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockSkew,
  clockTolerance,
  customFetch,
  None,
  PrivateKeyJwt,
  type ServerMetadata,
} from 'openid-client'
import { importPrivateKey, isPrivateKey } from './client-key.ts'
import { type Discovered, discover } from './discovery.ts'
import { ProviderError } from './provider-error.ts'
import { type ProviderKeys, providerKeys } from './provider-keys.ts'
import type { ProviderNetwork } from './provider-network.ts'
import { issuerOf, needsDiscovery, type SsoConfig } from './sso-config.ts'
import type { StoredConfig } from './sso-config-store.ts'
import { readTokenResponse } from './token-response.ts'

type Metadata = ServerMetadata & { authorization_endpoint: string; token_endpoint: string }

export type Provider = {
  config: StoredConfig
  metadata: Metadata
  /** Null if the provider issues no id_token. */
  keys: ProviderKeys | null
  now(): number
  /** One for each way to authenticate at the token endpoint, to be tried in this order. */
  clients(): ProviderClient[]
}

export type ProviderClient = {
  client: Configuration
  /** The provider accepted it: from now on it is the first. */
  prefer(): void
}

/** Asymmetric only: with HMAC, everybody who knows the client secret could sign. */
export const signingAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

const maxAgeMs = 60 * 60_000
export const clockToleranceSeconds = 60

type Options = { network: ProviderNetwork; clock: Clock }

export function openProviders({ network, clock }: Options) {
  let latest: { revision: number; openedAt: number; provider: Promise<Provider> } | null = null

  return {
    /** The provider of these settings; its discovery document is at most an hour old. Throws `ProviderError`. */
    of(config: StoredConfig): Promise<Provider> {
      const isFresh = latest && Math.abs(clock.now() - latest.openedAt) < maxAgeMs
      if (latest && isFresh && latest.revision === config.revision) return latest.provider
      const opened = { revision: config.revision, openedAt: clock.now(), provider: open(config) }
      opened.provider.catch(() => {
        if (latest === opened) latest = null
      })
      latest = opened
      return opened.provider
    },

    open,
  }

  async function open(config: StoredConfig): Promise<Provider> {
    const found = needsDiscovery(config) ? await discover(network, config.issuer ?? '') : null
    const metadata = metadataOf(config, found)
    let auths = await clientAuths(config, found)
    const keys = metadata.jwks_uri ? providerKeys({ network, clock, url: metadata.jwks_uri }) : null
    const now = () => clock.now()
    return {
      config,
      metadata,
      keys,
      now,
      clients: () =>
        auths.map((auth) => ({
          client: clientOf(metadata, config, auth),
          prefer() {
            auths = [auth, ...auths.filter((other) => other !== auth)]
          },
        })),
    }
  }

  function clientOf(metadata: Metadata, { clientId }: SsoConfig, auth: ClientAuth): Configuration {
    const skew = Math.round((clock.now() - Date.now()) / 1000)
    const times = { [clockSkew]: skew, [clockTolerance]: clockToleranceSeconds }
    const client = new Configuration(metadata, clientId ?? '', times, auth)
    client[customFetch] = async (url, options) => {
      const response = await network.fetch(url, options)
      return url === new URL(metadata.token_endpoint).href ? readTokenResponse(response) : response
    }
    // Plain http is for hosts that the operator allows: provider-network.ts.
    allowInsecureRequests(client)
    return client
  }
}

/** Throws `ProviderError` without the addresses that a sign-in needs. */
function metadataOf(config: SsoConfig, found: Discovered | null): Metadata {
  const authorization = config.authorizationUrl ?? found?.authorization_endpoint
  const token = config.tokenUrl ?? found?.token_endpoint
  const userinfo = config.userinfoUrl ?? found?.userinfo_endpoint
  const jwks = config.jwksUrl ?? found?.jwks_uri
  const { host } = new URL(found?.issuer ?? token ?? '')
  if (!authorization) throw new ProviderError('incomplete', host, { detail: 'authorization_endpoint' })
  if (!token) throw new ProviderError('incomplete', host, { detail: 'token_endpoint' })
  if (!userinfo && !jwks)
    throw new ProviderError('incomplete', host, { detail: 'jwks_uri and userinfo_endpoint' })
  return {
    issuer: found?.issuer ?? issuerOf({ ...config, tokenUrl: token }) ?? '',
    authorization_endpoint: authorization,
    token_endpoint: token,
    ...(userinfo && { userinfo_endpoint: userinfo }),
    ...(jwks && { jwks_uri: jwks }),
    id_token_signing_alg_values_supported: signingAlgorithms,
  }
}

async function clientAuths(
  { clientId, clientSecret }: SsoConfig,
  found: Discovered | null,
): Promise<ClientAuth[]> {
  if (clientSecret === null) return [None()]
  if (isPrivateKey(clientSecret)) return [PrivateKeyJwt(await importPrivateKey(clientSecret))]
  const listed = new Set(found?.token_endpoint_auth_methods_supported)
  const [basicListed, postListed] = [listed.has('client_secret_basic'), listed.has('client_secret_post')]
  const post = ClientSecretPost(clientSecret)
  if (postListed && !basicListed) return [post]
  const basic = [ClientSecretBasic(clientSecret), literalBasic(clientId ?? '', clientSecret)]
  return basicListed && !postListed ? basic : [...basic.slice(0, 1), post, ...basic.slice(1)]
}

/**
 * Basic as browsers do it. RFC 6749, section 2.3.1 wants both values percent-encoded before, but some providers, such as Google, do
 * not decode them.
 */
function literalBasic(clientId: string, clientSecret: string): ClientAuth {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`)
}
