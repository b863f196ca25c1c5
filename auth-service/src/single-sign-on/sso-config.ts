/** The OpenID Connect provider of the instance. Null: not set. */
export type SsoConfig = {
  enabled: boolean
  enforced: boolean
  displayName: string | null
  issuer: string | null
  authorizationUrl: string | null
  tokenUrl: string | null
  userinfoUrl: string | null
  jwksUrl: string | null
  clientId: string | null
  clientSecret: string | null
  scope: string | null
  /** Lower-case A-labels. */
  allowedDomains: string[]
  autoProvision: boolean
  redirectUri: string | null
}

export const unsetConfig: SsoConfig = {
  enabled: false,
  enforced: false,
  displayName: null,
  issuer: null,
  authorizationUrl: null,
  tokenUrl: null,
  userinfoUrl: null,
  jwksUrl: null,
  clientId: null,
  clientSecret: null,
  scope: null,
  allowedDomains: [],
  autoProvision: true,
  redirectUri: null,
}

export function scopeOf({ scope }: SsoConfig): string {
  return scope ?? 'openid email profile'
}

/** Whether the provider sends an id_token. */
export function isOpenId(config: SsoConfig): boolean {
  return scopeOf(config).split(' ').includes('openid')
}

export function redirectUriOf({ redirectUri }: SsoConfig, defaultUri: string): string {
  return redirectUri ?? defaultUri
}

export const urlFields = ['issuer', 'authorizationUrl', 'tokenUrl', 'userinfoUrl', 'jwksUrl'] as const

/** Whether sign-ins need the discovery document. */
export function needsDiscovery(config: SsoConfig): boolean {
  const hasClaims = config.jwksUrl !== null || config.userinfoUrl !== null
  return config.authorizationUrl === null || config.tokenUrl === null || !hasClaims
}

/** Without an issuer, the origin of the token endpoint identifies the provider. */
export function issuerOf({ issuer, tokenUrl }: SsoConfig): string | null {
  return issuer ?? (tokenUrl === null ? null : new URL(tokenUrl).origin)
}

/** A slash at the end makes no difference: the discovery document decides whether there is one. */
export function isSameIssuer(one: string | null, other: string): boolean {
  return one?.replace(/\/$/, '') === other.replace(/\/$/, '')
}

/** The fields without which no sign-in is possible. */
export function missingFields(config: SsoConfig): ('clientId' | 'issuer')[] {
  const needsIssuer = needsDiscovery(config) || isOpenId(config)
  return [
    ...(config.clientId === null ? (['clientId'] as const) : []),
    ...(needsIssuer && config.issuer === null ? (['issuer'] as const) : []),
  ]
}
