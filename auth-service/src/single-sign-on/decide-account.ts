import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type Account, hasUnprovedEmail } from '../accounts/account.ts'
import { domainOf } from '../accounts/email-address.ts'
import { hasSecondFactor } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'
import { assertDomainAllowed, notVerified } from './allowed-domain.ts'
import type { Identity } from './read-identity.ts'
import type { SsoConfig } from './sso-config.ts'

/** What a sign-in of this person would do, without doing it. Fails like it. */
export async function previewOfIdentity(
  { accounts }: Pick<AuthContext, 'accounts'>,
  config: SsoConfig,
  identity: Identity,
): Promise<'known' | 'link' | 'create'> {
  assertDomainAllowed(config, identity)
  if (await accounts.findBySso(identity)) return 'known'
  return decide(config, identity, await accounts.findByEmail(identity.email))
}

/** Fails if the person may neither have the account with this address nor a new one. */
export function decide(config: SsoConfig, identity: Identity, holder: Account | null): 'link' | 'create' {
  if (identity.emailVerified === false) throw notVerified()
  const isReleased =
    holder !== null && hasUnprovedEmail(holder) && isProved(config, identity) && config.autoProvision
  if (holder && !isReleased) {
    assertLinkable(config, identity, holder)
    return 'link'
  }
  if (!config.autoProvision)
    throw new ServiceError('SSO_REQUIRED', {
      message:
        'This person has no account, and a sign-in with the identity provider creates none. Ask an administrator.',
      cause: 'the person has no account, and auto_provision is off',
    })
  return 'create'
}

function assertLinkable(config: SsoConfig, identity: Identity, account: Account): void {
  if (account.sso?.issuer === identity.issuer)
    throw invalidFields(
      { email: 'SSO_IDENTITY_MISMATCH' },
      'the account with this address is linked to another "sub" of this issuer',
    )
  const obstacle = obstacleOf(config, identity, account)
  if (obstacle !== null) throw notLinkable(config, obstacle)
}

/** The provider may speak for the address: with `email_verified`, and for a domain that the administrator lists. */
function isProved({ allowedDomains }: SsoConfig, { email, emailVerified }: Identity): boolean {
  return emailVerified === true && allowedDomains.includes(domainOf(email))
}

/** For the log, and for the person. */
const obstacles = {
  silent: [
    'the provider does not send "email_verified"',
    'The identity provider does not say whether it is verified.',
  ],
  unlisted: [
    'the domain of the address is not in allowed_domains',
    'Its domain is not listed for single sign-on.',
  ],
  unverified: ['the account never verified the address', 'The account never verified it.'],
  secondFactor: [
    'the account has a second factor, and single sign-on is not enforced',
    'The account has a second factor.',
  ],
} as const

type Obstacle = keyof typeof obstacles

/** Why the account with this address is not linked; null if it may be. */
function obstacleOf(config: SsoConfig, identity: Identity, account: Account): Obstacle | null {
  if (identity.emailVerified !== true) return 'silent'
  if (!isProved(config, identity)) return 'unlisted'
  if (!account.verified && account.importedAt === null) return 'unverified'
  return hasSecondFactor(account) && !config.enforced ? 'secondFactor' : null
}

/** While single sign-on is enforced, nobody can sign in to an account that is not linked. */
function notLinkable({ enforced }: SsoConfig, obstacle: Obstacle): ServiceError {
  const [reason, why] = obstacles[obstacle]
  const nextStep = enforced
    ? 'Ask an administrator.'
    : 'Sign in to it another way, then connect it to the identity provider.'
  return invalidFields({ email: ['EMAIL_NOT_LINKABLE_TO_SSO', { why: `${why} ${nextStep}` }] }, reason)
}
