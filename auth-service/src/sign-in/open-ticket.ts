import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import type { AuthContext } from '../context.ts'
import type { PendingLogin } from '../factors/mfa-tickets.ts'

export type OpenTicket = { ticketKey: string; login: PendingLogin; account: Account }

/** The sign-in that a ticket continues. Does not use the ticket up. */
export async function openTicket(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'factors'>,
  text: string,
): Promise<OpenTicket> {
  const known = ctx.factors.tickets.read(text)
  const login = known && (await ctx.factors.tickets.open(known.ticketKey))
  const account = known && login && (await ctx.accounts.find(known.accountId))
  if (!account) throw deadTicket()
  assertContinues(account, login, ctx.clock.now())
  return { ticketKey: known.ticketKey, login, account }
}

/** Fails unless the account has the same password, and was not suspended or closed since. A suspension that goes on is named. */
export function assertContinues(
  account: Account,
  { passwordChangedAt, signInsEndedAt }: PendingLogin,
  now: number,
): void {
  if ((account.passwordChangedAt?.getTime() ?? null) !== passwordChangedAt) throw deadTicket()
  assertMaySignIn(account, now)
  if (account.signInsEndedAt?.getTime() !== signInsEndedAt) throw deadTicket()
}

export function deadTicket(): ServiceError {
  return invalidFields({ ticket: 'SESSION_TIMEOUT' })
}
