import type { SsoConfig } from '@gatehouse/proto/gen/auth/v1/sso'
import { maskOf } from '@gatehouse/service-kit/resources/field-mask'
import type { z } from 'zod'
import { requireField } from '../http/require-field.ts'
import type { SsoConfigResponse, SsoConfigUpdateRequest } from '../schemas/sso.ts'

export const configPaths = { config: '' }

export function configJson(config: SsoConfig | undefined): z.output<typeof SsoConfigResponse> {
  const { displayName, issuer, authorizationUrl, tokenUrl, userinfoUrl, jwksUrl, ...rest } =
    requireField(config)
  return {
    allowed_domains: rest.allowedDomains,
    authorization_url: authorizationUrl ?? null,
    auto_provision: rest.autoProvision,
    client_id: rest.clientId ?? null,
    client_secret_set: rest.clientSecretSet,
    display_name: displayName ?? null,
    enabled: rest.enabled,
    issuer: issuer ?? null,
    jwks_url: jwksUrl ?? null,
    redirect_uri: rest.redirectUri ?? null,
    scope: rest.scope ?? null,
    token_url: tokenUrl ?? null,
    userinfo_url: userinfoUrl ?? null,
  }
}

/** Null clears a setting, undefined leaves it as it is. */
export function configUpdate(body: z.output<typeof SsoConfigUpdateRequest>) {
  const changes = {
    enabled: body.enabled,
    enforced: body.enforced,
    displayName: body.display_name,
    issuer: body.issuer,
    authorizationUrl: body.authorization_url,
    tokenUrl: body.token_url,
    userinfoUrl: body.userinfo_url,
    jwksUrl: body.jwks_url,
    clientId: body.client_id,
    clientSecret: body.client_secret,
    scope: body.scope,
    allowedDomains: body.allowed_domains,
    autoProvision: body.auto_provision,
    redirectUri: body.redirect_uri,
  }
  const set = Object.entries(changes).filter(([, value]) => value !== null && value !== undefined)
  const unset = { enabled: false, enforced: false, clientSecretSet: false, autoProvision: true }
  return {
    config: { ...unset, allowedDomains: [], ...Object.fromEntries(set) },
    updateMask: maskOf(changes),
  }
}
