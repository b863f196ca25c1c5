import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { cleanLine } from '@gatehouse/service-kit/fields/label'
import { listLengthProblem } from '@gatehouse/service-kit/fields/list-length'
import { trimPasted } from '@gatehouse/service-kit/fields/pasted'
import { maxFieldLength } from '@gatehouse/service-kit/fields/text'
import { domainOf, readEmailAddress } from '../accounts/email-address.ts'
import { type FieldProblems, inMessage, rejectFields } from '../accounts/reject-fields.ts'
import { clientKeyProblem } from './client-key.ts'
import type { ProviderNetwork } from './provider-network.ts'
import { missingFields, type SsoConfig, urlFields } from './sso-config.ts'

const bounds = {
  displayName: fieldBounds.ssoDisplayName,
  clientId: fieldBounds.ssoClientId,
  clientSecret: fieldBounds.ssoClientSecret,
  scope: fieldBounds.ssoScope,
  issuer: fieldBounds.ssoUrl,
  authorizationUrl: fieldBounds.ssoUrl,
  tokenUrl: fieldBounds.ssoUrl,
  userinfoUrl: fieldBounds.ssoUrl,
  jwksUrl: fieldBounds.ssoUrl,
  redirectUri: fieldBounds.ssoUrl,
} as const

/** Checks the changed settings, and that an enabled provider has those that it needs. Returns them normalised. */
export async function checkConfig(
  network: ProviderNetwork,
  given: SsoConfig,
  changed: readonly string[],
): Promise<SsoConfig> {
  const config = { ...given, ...asPasted(given) }
  const isTooLong = listLengthProblem(config.allowedDomains, fieldBounds.ssoAllowedDomains.max) !== null
  const domains = isTooLong ? [] : config.allowedDomains.map(readDomain)
  const problems: FieldProblems = {}
  for (const field of changed) problems[protoName(field)] = await fieldProblem(network, config, field)
  domains.forEach((domain, index) => {
    if (domain === null) problems[`allowed_domains[${index}]`] = 'INVALID_DOMAIN'
  })
  if (config.enabled) for (const field of missingFields(config)) problems[protoName(field)] ??= 'REQUIRED'
  rejectFields(inMessage('config', problems))
  return { ...config, allowedDomains: [...new Set(domains.filter((domain) => domain !== null))] }
}

/** People paste settings with what surrounds them elsewhere, and the address of the discovery document as the issuer. */
function asPasted(given: SsoConfig): Partial<SsoConfig> {
  const texts = Object.keys(bounds).flatMap((field) => {
    const value = isTextField(field) ? given[field] : null
    if (value === null || value.length > maxFieldLength) return []
    return [[field, (field === 'displayName' ? cleanLine(value) : trimPasted(value)) || null]]
  })
  const read: Partial<SsoConfig> = Object.fromEntries(texts)
  return read.issuer ? { ...read, issuer: read.issuer.replace(discoveryPath, '') || null } : read
}

const discoveryPath = /\/\.well-known\/openid-configuration\/?$/

/** The domain as in email addresses, also with their @; null if it is none. */
function readDomain(typed: string): string | null {
  if (typed.length > maxFieldLength) return null
  const email = readEmailAddress(`name@${trimPasted(typed).replace(/^@/, '')}`)
  return email && domainOf(email)
}

async function fieldProblem(
  network: ProviderNetwork,
  config: SsoConfig,
  field: string,
): Promise<FieldProblems[string]> {
  if (field === 'allowedDomains')
    return listLengthProblem(config.allowedDomains, fieldBounds.ssoAllowedDomains.max)
  if (!isTextField(field)) return null
  const value = config[field]
  if (value === null) return null
  if ([...value].length > bounds[field].max) return ['STRING_LENGTH_INVALID', bounds[field]]
  if (field === 'clientSecret') return clientKeyProblem(value)
  if (field === 'redirectUri') return isRedirectUri(value) ? null : 'INVALID_PROVIDER_URL'
  return isUrlField(field) ? network.urlProblem(value) : null
}

function isTextField(field: string): field is keyof typeof bounds {
  return field in bounds
}

function isUrlField(field: string): field is (typeof urlFields)[number] {
  return urlFields.some((each) => each === field)
}

/** http only for browsers on the machine of the web app. */
function isRedirectUri(text: string): boolean {
  const url = URL.parse(text)
  if (url?.hash !== '' || url.username !== '') return false
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
  )
}

function protoName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
