import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { compactVerify } from 'jose'
import { authorizationCodeGrant, type Configuration, fetchUserInfo, skipSubjectCheck } from 'openid-client'
import { clockToleranceSeconds, type Provider, signingAlgorithms } from './provider.ts'
import { tokenFailure, userinfoFailure } from './provider-failure.ts'
import { type Claims, type Identity, readIdentity } from './read-identity.ts'
import { isOpenId } from './sso-config.ts'
import type { PendingSso } from './sso-states.ts'
import { withClient } from './with-client.ts'

export type Callback = { code: string; state: string; iss: string | undefined }

/** Exchanges the code for the person that signed in at the provider. */
export async function fetchIdentity(
  provider: Provider,
  pending: PendingSso,
  callback: Callback,
): Promise<Identity> {
  assertIssuer(provider, callback.iss)
  const receivedAt = provider.now()
  const { tokens, client } = await exchangeCode(provider, pending, callback).catch((error: unknown) => {
    throw tokenFailure(error)
  })
  const claims = tokens.claims()
  const userinfo = await fetchClaims(provider, client, tokens.access_token, claims?.sub).catch(
    (error: unknown) => {
      throw userinfoFailure(error)
    },
  )
  if (!claims && !userinfo)
    throw invalidFields({ sso: 'SSO_MISCONFIGURED' }, 'neither an id_token nor a userinfo endpoint')
  return readIdentity(provider.metadata.issuer, { claims, userinfo, receivedAt })
}

/**
 * RFC 9207. A callback without `iss` cannot be of another provider: there is one, and the state is bound to its settings. If their
 * issuer is not set, none is known.
 */
function assertIssuer({ metadata, config }: Provider, iss: string | undefined): void {
  if (iss !== undefined && config.issuer !== null && iss !== metadata.issuer)
    throw invalidFields({ iss: 'INVALID_SSO_ISSUER' }, 'the callback names another issuer than the settings')
}

async function exchangeCode(provider: Provider, pending: PendingSso, { code, state }: Callback) {
  const url = new URL(pending.redirectUri)
  for (const [name, value] of Object.entries({ code, state })) url.searchParams.set(name, value)
  const checks = {
    pkceCodeVerifier: pending.codeVerifier,
    expectedState: state,
    ...(isOpenId(provider.config) && { expectedNonce: pending.nonce, idTokenExpected: true }),
  }
  const { tokens, client } = await withClient(provider, (client) =>
    authorizationCodeGrant(client, url, checks),
  )
  if (isOpenId(provider.config)) await verifyIdToken(provider, tokens.id_token ?? '', tokens.claims() ?? {})
  return { tokens, client }
}

/** The claims were checked; this checks the signature, that `iat` is not in the future, and `azp` also for a single audience. */
async function verifyIdToken(
  { keys, config, now }: Provider,
  idToken: string,
  { azp, iat }: Claims,
): Promise<void> {
  if (typeof iat === 'number' && iat > now() / 1000 + clockToleranceSeconds)
    throw new Error('unexpected JWT "iat" (issued at) claim value: in the future, the clocks differ')
  if (azp !== undefined && azp !== null && azp !== config.clientId)
    throw new Error('unexpected JWT "azp" (authorized party) claim value')
  // Without keys the TLS connection proves the sender (OpenID Connect Core 1.0, section 3.1.3.7).
  await keys?.verify((select) => compactVerify(idToken, select, { algorithms: signingAlgorithms }))
}

async function fetchClaims(
  { metadata }: Provider,
  client: Configuration,
  accessToken: string,
  subject: string | undefined,
): Promise<Claims | null> {
  if (!metadata.userinfo_endpoint) return null
  return fetchUserInfo(client, accessToken, subject ?? skipSubjectCheck)
}
