import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import type { PendingLogin } from '../factors/mfa-tickets.ts'

export type OpenTicket = { ticketKey: string; login: PendingLogin; account: Account }

/** The sign-in that a ticket continues. Does not use the ticket up. */
export async function openTicket(
  ctx: Pick<AuthContext, 'accounts' | 'factors'>,
  text: string,
): Promise<OpenTicket> {
  const known = ctx.factors.tickets.read(text)
  const login = known && (await ctx.factors.tickets.open(known.ticketKey))
  const account = known && login && (await ctx.accounts.find(known.accountId))
  if (!account || !isUnchanged(account, login)) throw deadTicket()
  return { ticketKey: known.ticketKey, login, account }
}

/** Has the same password, and was not suspended or closed since. */
export function isUnchanged(account: Account, { passwordChangedAt, signInsEndedAt }: PendingLogin): boolean {
  const isSamePassword = (account.passwordChangedAt?.getTime() ?? null) === passwordChangedAt
  return isSamePassword && account.signInsEndedAt?.getTime() === signInsEndedAt
}

export function deadTicket(): ServiceError {
  return invalidFields({ ticket: 'SESSION_TIMEOUT' })
}
