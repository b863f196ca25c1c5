import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import { isSuspended } from '../accounts/account-status.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import { secretDigest } from '../accounts/emailed-token.ts'
import { hasSecondFactor } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'
import type { IpAuthorization } from './ip-authorization-document.ts'

export type WaitingSignIn = { authorization: IpAuthorization; account: Account }

/** Differs after a change of password or email address, a first second factor, a closing or reopening, and a suspension. */
export function accountState(account: Account): string {
  const { email, passwordChangedAt, closedAt, signInsEndedAt } = account
  const emailKey = email === null ? null : readEmailAddress(email)?.key
  const state = [emailKey, passwordChangedAt, closedAt, hasSecondFactor(account)]
  // Absent in what older versions stored.
  return digestText(JSON.stringify(signInsEndedAt ? [...state, signInsEndedAt] : state))
}

/** Null for a ticket that is unknown or expired, and if the account was changed or suspended since. */
export async function findByTicket(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'ipAuthorizations'>,
  ticket: string,
): Promise<WaitingSignIn | null> {
  const id = secretDigest(ticket)
  const now = new Date(ctx.clock.now())
  return unchanged(ctx, id === null ? null : await ctx.ipAuthorizations.find(id, now))
}

/** The same for a token. */
export async function findByToken(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'ipAuthorizations'>,
  token: string,
): Promise<WaitingSignIn | null> {
  const tokenDigest = secretDigest(token)
  const now = new Date(ctx.clock.now())
  return unchanged(
    ctx,
    tokenDigest === null ? null : await ctx.ipAuthorizations.findByToken(tokenDigest, now),
  )
}

async function unchanged(
  { accounts, clock }: Pick<AuthContext, 'accounts' | 'clock'>,
  authorization: IpAuthorization | null,
): Promise<WaitingSignIn | null> {
  const account = authorization && (await accounts.find(authorization.accountId))
  if (!account || isSuspended(account, clock.now())) return null
  return accountState(account) === authorization.accountState ? { authorization, account } : null
}
