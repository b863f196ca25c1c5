import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { createAccount } from '../account-changes/create-account.ts'
import { emitRemoved } from '../account-changes/emit-removed.ts'
import { prepareRelease, type Release } from '../account-changes/release-email.ts'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import { settleRevocation } from '../accounts/end-sessions.ts'
import { newPendingRevocation, type PendingRevocation } from '../accounts/pending-revocation.ts'
import { credentialsOf } from '../accounts/remove-credentials.ts'
import type { AuthContext } from '../context.ts'
import { profileRules } from '../field-rules/profile-rules.ts'
import { randomUsername } from '../field-rules/random-username.ts'
import { shortenName } from '../field-rules/shorten-name.ts'
import { usernameCandidates } from '../field-rules/username-candidates.ts'
import { assertDomainAllowed } from '../single-sign-on/allowed-domain.ts'
import { decide } from '../single-sign-on/decide-account.ts'
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
  const { email } = person.identity
  const holder = await ctx.accounts.findByEmail(email)
  const decision = decide(config, person.identity, holder)
  if (holder && decision === 'link') return link(ctx, config, holder, person, call)
  const release = await prepareRelease(ctx, { email, holder, client: person.client })
  return { account: await provision(ctx, person, release, call), revocation: null }
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
    if (!stored) throw unavailable('another request changed the account')
    const { before, after } = stored
    const about = { accountId: account.id, client, detail: { change: 'linked' } }
    await ctx.audit.emit(call, 'account.sso', about, transaction)
    await ctx.authorizedAddresses.removeOf(account.id, transaction)
    await emitRemoved(ctx, { before, after, by: 'sso', client }, call, transaction)
    await ctx.mails.add(mail, transaction)
    return { account: after, revocation }
  })
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
