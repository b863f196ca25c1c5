import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { fieldBounds } from '@gatehouse/proto/field-bounds'
import type { AuthContext } from '../context.ts'
import { domainOf, type EmailAddress, hasForbiddenLocalPart } from './email-address.ts'

export function emailFormProblem(typed: string, email: EmailAddress | null): FieldCode | null {
  const length = [...(email?.address ?? typed)].length
  if (length < fieldBounds.email.min || length > fieldBounds.email.max) return 'EMAIL_LENGTH_INVALID'
  if (email !== null) return null
  return hasForbiddenLocalPart(typed) ? 'INVALID_EMAIL_LOCAL_PART' : 'INVALID_EMAIL_FORMAT'
}

/**
 * Null if the address is valid, its domain accepts mail, and no other account than `except` has or reserves it. With `isProved`,
 * which is checked later, an account that never verified it does not count.
 */
export async function emailProblem(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'mailDomains'>,
  typed: string,
  email: EmailAddress | null,
  { except = '', isProved = false }: { except?: string | undefined; isProved?: boolean } = {},
): Promise<FieldCode | null> {
  const problem = emailFormProblem(typed, email)
  if (problem !== null || email === null) return problem
  if (!(await ctx.mailDomains.canReceive(domainOf(email)))) return 'INVALID_EMAIL_ADDRESS'
  const isTaken = await ctx.accounts.isEmailTaken(email, { now: new Date(ctx.clock.now()), except, isProved })
  return isTaken ? 'EMAIL_ALREADY_IN_USE' : null
}
