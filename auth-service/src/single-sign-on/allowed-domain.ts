import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { domainOf } from '../accounts/email-address.ts'
import type { Identity } from './read-identity.ts'
import type { SsoConfig } from './sso-config.ts'

/** Of an address that is known to be unverified, the domain proves nothing. */
export function assertDomainAllowed({ allowedDomains }: SsoConfig, { email, emailVerified }: Identity): void {
  if (allowedDomains.length === 0) return
  if (!allowedDomains.includes(domainOf(email)))
    throw invalidFields(
      { email: 'EMAIL_DOMAIN_NOT_ALLOWED_FOR_SSO' },
      'the domain of the address is not in allowed_domains',
    )
  if (emailVerified === false) throw notVerified()
}

export const notVerified = () =>
  invalidFields({ email: 'EMAIL_NOT_VERIFIED_BY_SSO_PROVIDER' }, 'the claim "email_verified" is false')
