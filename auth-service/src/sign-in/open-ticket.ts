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
  if (!account || !isSamePassword(account, login)) throw deadTicket()
  return { ticketKey: known.ticketKey, login, account }
}

export function isSamePassword(account: Account, { passwordChangedAt }: PendingLogin): boolean {
  return (account.passwordChangedAt?.getTime() ?? null) === passwordChangedAt
}

export function deadTicket(): ServiceError {
  return invalidFields({ ticket: 'SESSION_TIMEOUT' })
}
