import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import { domainOf } from '../accounts/email-address.ts'
import { emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import { mailCause } from '../mails/mail-cause.ts'
import { prepareMail } from '../mails/prepare-mail.ts'
import { type CreateContext, createAccount } from '../registration/create-account.ts'
import { cleanGlobalName, globalNameProblem } from '../registration/global-name.ts'
import { randomUsername } from '../registration/random-username.ts'
import { usernameCandidates } from '../registration/username-candidates.ts'
import type { Identity } from './read-identity.ts'
import type { SsoConfig } from './sso-config.ts'

export type AccountContext = CreateContext & Pick<AuthContext, 'newId'>
type Person = { identity: Identity; client: Client }

/** Issuer and subject identify the account; the email address only finds one that is to be linked. */
export async function accountOfIdentity(
  ctx: AccountContext,
  config: SsoConfig,
  person: Person,
  call: Call,
): Promise<Account> {
  const { identity } = person
  assertDomainAllowed(config, identity)
  const known = await ctx.accounts.findBySso(identity)
  if (known) return known
  try {
    return await linkOrProvision(ctx, config, person, call)
  } catch (error) {
    // The same person may have signed in at the same time.
    const created = await ctx.accounts.findBySso(identity)
    if (created) return created
    throw error
  }
}

async function linkOrProvision(
  ctx: AccountContext,
  config: SsoConfig,
  person: Person,
  call: Call,
): Promise<Account> {
  const sameEmail = await ctx.accounts.findByEmail(person.identity.email)
  if (sameEmail) return link(ctx, config, sameEmail, person, call)
  if (!config.autoProvision) throw new ServiceError('SSO_REQUIRED')
  return provision(ctx, person, call)
}

/** Of an address that is known to be unverified, the domain proves nothing. */
function assertDomainAllowed({ allowedDomains }: SsoConfig, { email, emailVerified }: Identity): void {
  if (allowedDomains.length === 0) return
  if (!allowedDomains.includes(domainOf(email)))
    throw invalidFields({ email: 'EMAIL_DOMAIN_NOT_ALLOWED_FOR_SSO' })
  if (emailVerified === false) throw invalidFields({ email: 'EMAIL_NOT_VERIFIED_BY_SSO_PROVIDER' })
}

/**
 * Both sides must have proved that they own the address: the provider with `email_verified` and a domain that the
 * administrator lists, the account with a verified address. Otherwise either could take over the other.
 */
async function link(
  ctx: AccountContext,
  { allowedDomains }: SsoConfig,
  account: Account,
  { identity, client }: Person,
  call: Call,
): Promise<Account> {
  const { issuer, subject, email, emailVerified } = identity
  if (account.sso?.issuer === issuer) throw invalidFields({ email: 'SSO_IDENTITY_MISMATCH' })
  const isProved = emailVerified === true && allowedDomains.includes(domainOf(email)) && account.verified
  if (!isProved) throw invalidFields({ email: 'EMAIL_NOT_LINKABLE_TO_SSO' })
  assertMaySignIn(account, ctx.clock.now())
  const mail = await prepareMail(ctx, { kind: 'sign_in', account, client, variables: mailCause(ctx, client) })
  return ctx.inTransaction(async (transaction) => {
    const change = { sso: { issuer, subject }, previous: account.sso, emailKey: email.key }
    const linked = await ctx.accounts.linkSso(account.id, change, transaction)
    if (!linked) throw invalidFields({ email: 'EMAIL_NOT_LINKABLE_TO_SSO' })
    const event = { type: 'account.sso', outcome: 'ok', accountId: account.id, client } as const
    await emitEvent(ctx, call, { ...event, detail: { change: 'linked' } }, transaction)
    await ctx.mails.add(mail, transaction)
    return linked
  })
}

async function provision(ctx: AccountContext, { identity, client }: Person, call: Call): Promise<Account> {
  const { issuer, subject, email, emailVerified } = identity
  const globalName = identity.name === null ? null : cleanGlobalName(identity.name)
  const usable = globalName !== null && globalNameProblem(globalName) === null ? globalName : null
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
  return createAccount(ctx, account, { client, idempotent: null }, call)
}

async function usernameOf({ accounts }: AccountContext, { name, email }: Identity): Promise<string> {
  const [candidate] = [name, email.address.split('@')[0]].flatMap((text) => usernameCandidates(text ?? ''))
  const isUsable = candidate !== undefined && !(await accounts.isUsernameExhausted(candidate))
  return isUsable ? candidate : randomUsername()
}
