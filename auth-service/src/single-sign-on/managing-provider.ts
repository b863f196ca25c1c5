import type { Account } from '../accounts/account.ts'
import type { OpenSso } from './open-sso.ts'
import { isSameIssuer, issuerOf, type SsoConfig } from './sso-config.ts'

type Parts = { sso: Pick<OpenSso, 'configs'> }

/** The enabled provider if it linked the account: then it manages email address and password. */
export async function managingProvider(parts: Parts, account: Account): Promise<SsoConfig | null> {
  return account.sso?.own ? null : linkedProvider(parts, account)
}

/**
 * The enabled provider if a person there can sign in to the account. Not after the settings changed to another issuer, where nobody
 * can do so any more.
 */
export async function linkedProvider({ sso }: Parts, account: Account): Promise<SsoConfig | null> {
  if (account.sso === null) return null
  const config = await sso.configs.current()
  return config.enabled && isSameIssuer(issuerOf(config), account.sso.issuer) ? config : null
}
