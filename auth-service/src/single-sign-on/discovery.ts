import { z } from 'zod'
import { ProviderError } from './provider-error.ts'
import type { ProviderNetwork } from './provider-network.ts'
import { isSameIssuer } from './sso-config.ts'

/** Browsers are sent to one of them. Some providers write an empty text for what they do not have. */
const url = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
)

/** OpenID Connect Discovery 1.0, section 3. Without a readable list of authentication methods, all are tried. */
const discoveryDocument = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: url,
  token_endpoint: url,
  userinfo_endpoint: url,
  jwks_uri: url,
  token_endpoint_auth_methods_supported: z.array(z.string()).optional().catch(undefined),
})

export type Discovered = z.infer<typeof discoveryDocument>

/** The discovery document of an issuer. A slash at the end of the issuer makes no difference. */
export async function discover(network: ProviderNetwork, issuer: string): Promise<Discovered> {
  const { host } = new URL(issuer)
  const document = await fetchJson(network, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const { data, error } = discoveryDocument.safeParse(document)
  if (!data) throw new ProviderError('not-json', host, { detail: z.prettifyError(error).slice(0, 200) })
  if (!isSameIssuer(issuer, data.issuer)) throw wrongIssuer(network, host, data.issuer.slice(0, 200))
  return data
}

/** Such as `https://login.microsoftonline.com/{tenantid}/v2.0`, where several organizations share an address. */
const template = /\{[^{}]*\}/

function wrongIssuer(network: ProviderNetwork, host: string, issuer: string): ProviderError {
  if (template.test(issuer)) return new ProviderError('shared-issuer', host, { detail: issuer })
  const isUsable = network.formProblem(issuer) === null
  return new ProviderError(isUsable ? 'other-issuer' : 'unusable-issuer', host, { detail: issuer })
}

export async function fetchJson(network: ProviderNetwork, url: string): Promise<unknown> {
  const { host } = new URL(url)
  const response = await network.fetch(url, { headers: { accept: 'application/json' } })
  if (response.status >= 300 && response.status < 400) throw new ProviderError('redirect', host)
  if (response.status !== 200)
    throw new ProviderError('not-found', host, { detail: `status ${response.status}` })
  try {
    return JSON.parse(await response.text())
  } catch (cause) {
    throw new ProviderError('not-json', host, { detail: 'no JSON', cause })
  }
}
