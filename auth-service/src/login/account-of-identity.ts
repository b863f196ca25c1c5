import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { createAccount } from '../account-changes/create-account.ts'
import { emitRemoved } from '../account-changes/emit-removed.ts'
import { prepareRelease, type Release } from '../account-changes/release-email.ts'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import { domainOf } from '../accounts/email-address.ts'
import { settleRevocation } from '../accounts/end-sessions.ts'
import { hasSecondFactor } from '../accounts/factors.ts'
import { newPendingRevocation, type PendingRevocation } from '../accounts/pending-revocation.ts'
import { credentialsOf } from '../accounts/remove-credentials.ts'
import type { AuthContext } from '../context.ts'
import { profileRules } from '../field-rules/profile-rules.ts'
import { randomUsername } from '../field-rules/random-username.ts'
import { shortenName } from '../field-rules/shorten-name.ts'
import { usernameCandidates } from '../field-rules/username-candidates.ts'
import { assertDomainAllowed, notVerified } from '../single-sign-on/allowed-domain.ts'
import type { Identity } from '../single-sign-on/read-identity.ts'
import type { SsoConfig } from '../single-sign-on/sso-config.ts'

type Person = { identity: Identity; client: Client }
/** `revocation` is to be settled. */
type Found = { account: Account; revocation: PendingRevocation | null }

/** Issuer and subject identify the account; the email address only finds one that is to be linked. */
export async function accountOfIdentity(
  ctx: AuthContext,
  config: SsoConfig,
  person: Person,
  call: Call,
): Promise<Account> {
  const { identity } = person
  assertDomainAllowed(config, identity)
  const known = await ctx.accounts.findBySso(identity)
  if (known) return known
  const { account, revocation } = await linkOrProvision(ctx, config, person, call).catch(async (error) => {
    // The same person may have signed in at the same time.
    const created = await ctx.accounts.findBySso(identity)
    if (!created) throw error
    return { account: created, revocation: null }
  })
  if (revocation) await settleRevocation(ctx, account.id, revocation, call)
  return account
}

async function linkOrProvision(
  ctx: AuthContext,
  config: SsoConfig,
  person: Person,
  call: Call,
): Promise<Found> {
  const { email, emailVerified } = person.identity
  if (emailVerified === false) throw notVerified()
  const holder = await ctx.accounts.findByEmail(email)
  const mayRelease = isProved(config, person.identity) && config.autoProvision
  const release = mayRelease ? await prepareRelease(ctx, { email, holder, client: person.client }) : null
  if (holder && !release) return link(ctx, config, holder, person, call)
  if (!config.autoProvision)
    throw new ServiceError('SSO_REQUIRED', { cause: 'the person has no account, and auto_provision is off' })
  return { account: await provision(ctx, person, release, call), revocation: null }
}

/** The provider may speak for the address: with `email_verified`, and for a domain that the administrator lists. */
function isProved({ allowedDomains }: SsoConfig, { email, emailVerified }: Identity): boolean {
  return emailVerified === true && allowedDomains.includes(domainOf(email))
}

/**
 * Both sides must have proved that they own the address: the provider, and the account with a verified address, unless an operator
 * imported it with this one. Otherwise either could take over the other. Who set up the account may
 * still be somebody else, so the link takes the place of everything by which it was used before. The provider alone does not take
 * the place of a second factor, unless it decides about all sign-ins.
 */
async function link(
  ctx: AuthContext,
  config: SsoConfig,
  account: Account,
  { identity, client }: Person,
  call: Call,
): Promise<Found> {
  const { issuer, subject, email } = identity
  if (account.sso?.issuer === issuer)
    throw invalidFields(
      { email: 'SSO_IDENTITY_MISMATCH' },
      'the account with this address is linked to another "sub" of this issuer',
    )
  const obstacle = obstacleOf(config, identity, account)
  if (obstacle !== null) throw notLinkable(config, obstacle)
  const now = ctx.clock.now()
  assertMaySignIn(account, now)
  const variables = {
    ...ctx.mails.causeOf(client),
    provider: config.displayName,
    removed: credentialsOf(account),
  }
  const mail = await ctx.mails.prepare({ kind: 'sso_linked', account, client, variables })
  const revocation = newPendingRevocation(new Date(now))
  return ctx.inTransaction(async (transaction) => {
    const change = { sso: { issuer, subject }, emailKey: email.key, revocation }
    const stored = await ctx.accounts.linkSso(account, change, transaction)
    if (!stored) throw notLinkable(config, 'changed')
    const { before, after } = stored
    const about = { accountId: account.id, client, detail: { change: 'linked' } }
    await ctx.audit.emit(call, 'account.sso', about, transaction)
    await ctx.authorizedAddresses.removeOf(account.id, transaction)
    await emitRemoved(ctx, { before, after, by: 'sso', client }, call, transaction)
    await ctx.mails.add(mail, transaction)
    return { account: after, revocation }
  })
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
  changed: ['the account was changed meanwhile', 'The account was changed meanwhile.'],
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
  const next = enforced
    ? 'Ask an administrator.'
    : 'Sign in to it another way, then connect it to the identity provider.'
  const nextStep = obstacle === 'changed' ? 'Try again.' : next
  return invalidFields({ email: ['EMAIL_NOT_LINKABLE_TO_SSO', { why: `${why} ${nextStep}` }] }, reason)
}

async function provision(
  ctx: AuthContext,
  { identity, client }: Person,
  release: Release | null,
  call: Call,
): Promise<Account> {
  const { issuer, subject, email, emailVerified } = identity
  const globalName = identity.name === null ? null : shortenName(identity.name)
  const usable =
    globalName !== null && profileRules.globalName.problem(globalName) === null ? globalName : null
  const account = {
    id: ctx.newId(),
    email,
    globalName: usable,
    username: await usernameOf(ctx, identity),
    dateOfBirth: '',
    passwordHash: null,
    passwordChangedAt: null,
    verified: emailVerified === true,
    status: 'active',
    sso: { issuer, subject },
    createdAt: new Date(ctx.clock.now()),
  } as const
  return createAccount(ctx, account, { client, release }, call)
}

async function usernameOf(
  { accounts, productName }: Pick<AuthContext, 'accounts' | 'productName'>,
  { name, email }: Identity,
): Promise<string> {
  const [candidate] = [name, email.address.split('@')[0]].flatMap((text) =>
    usernameCandidates(text ?? '', productName),
  )
  const isUsable = candidate !== undefined && !(await accounts.isUsernameExhausted(candidate))
  return isUsable ? candidate : randomUsername()
}
