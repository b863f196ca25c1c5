import type { Account } from '../accounts/account.ts'
import type { OpenSso } from './open-sso.ts'
import { isSameIssuer, issuerOf, type SsoConfig } from './sso-config.ts'

/**
 * The enabled provider if the account is linked to it: then it manages email address and password. Not after the settings changed to
 * another issuer, where nobody can sign in to the account any more.
 */
export async function managingProvider(
  { sso }: { sso: Pick<OpenSso, 'configs'> },
  account: Account,
): Promise<SsoConfig | null> {
  if (account.sso === null) return null
  const config = await sso.configs.current()
  return config.enabled && isSameIssuer(issuerOf(config), account.sso.issuer) ? config : null
}
